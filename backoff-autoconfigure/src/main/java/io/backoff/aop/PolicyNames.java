package io.backoff.aop;

import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.UnknownPolicyException;
import io.backoff.text.NameSuggestion;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Reads the policy name of an annotation, and rejects unknown names. */
public final class PolicyNames {

    private final ConfigurableBeanFactory beans;
    private final BackoffPolicies policies;

    public PolicyNames(ConfigurableBeanFactory beans, BackoffPolicies policies) {
        this.beans = beans;
        this.policies = policies;
    }

    /**
     * Returns the name of an existing policy.
     *
     * @param text the name as written in the annotation, with placeholders
     * @param annotation the annotation, for the error
     * @param method the annotated method
     * @throws InvalidBackoffException if a placeholder cannot be resolved, or there is no such policy
     */
    public String of(String text, Class<? extends Annotation> annotation, Method method) {
        Place place = new Place(annotation, method);
        String name = resolved(text, place);
        checkKnown(name, place);
        return name;
    }

    private String resolved(String text, Place place) {
        String name = resolve(text, place);
        if (name == null || name.isBlank() || name.contains("${")) {
            throw place.rejected(
                    "the policy name '" + text + "' resolves to '" + name + "'",
                    "Name a policy under backoff.policies.",
                    null);
        }
        return name;
    }

    private @Nullable String resolve(String text, Place place) {
        try {
            return beans.resolveEmbeddedValue(text);
        } catch (IllegalArgumentException failure) {
            throw place.rejected(
                    "the policy name '" + text + "' has a placeholder that cannot be resolved: " + failure.getMessage(),
                    "Define the property, or give the placeholder a default, as in '${name:default}'.",
                    failure);
        }
    }

    private void checkKnown(String name, Place place) {
        if (!policies.names().contains(name)) {
            UnknownPolicyException unknown = new UnknownPolicyException(name, policies.names());
            throw place.rejected(
                    "there is no policy '" + name + "'; known policies: "
                            + String.join(", ", new TreeSet<>(policies.names())),
                    place.remedy(name, policies.names()),
                    unknown);
        }
    }

    /** The annotation with the policy name, and its method. */
    private record Place(Class<? extends Annotation> annotation, Method method) {

        String remedy(String name, Set<String> known) {
            if (name.equalsIgnoreCase("none")) { // no policy can have that name
                return "Remove the annotation, or name one of these policies.";
            }
            String start = NameSuggestion.closest(name, known)
                    .map(closest -> "Did you mean '" + closest + "'? Otherwise declare")
                    .orElse("Declare");
            return start + " 'backoff.policies." + name + "' in the configuration.";
        }

        InvalidBackoffException rejected(String reason, String remedy, @Nullable Throwable cause) {
            return new InvalidBackoffException(annotation, method, reason, remedy, cause);
        }
    }
}
