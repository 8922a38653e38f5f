package io.backoff.config.change;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.RejectionReason;
import io.backoff.config.WrittenProperties;
import io.backoff.policy.BackoffPolicies;
import io.backoff.text.NameSuggestion;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.core.env.Environment;

/**
 * A property whose value is a policy name. As a bean, it also marks the policy as used.
 *
 * @param policy name of an existing policy
 */
public record PolicyReference(String policy) implements PolicyUse {

    /**
     * Reads a property, for example {@code backoff.kafka.listener}.
     *
     * @throws InvalidPropertyException if there is no such policy
     */
    public static PolicyReference of(String property, String policy, BackoffPolicies known, Environment environment) {
        check(property, policy, new WrittenProperties(environment).origin(property), known);
        return new PolicyReference(policy);
    }

    /**
     * Validates the value of a property.
     *
     * @param origin the origin of the property
     * @throws InvalidPropertyException if there is no such policy
     */
    public static void check(String property, String policy, String origin, BackoffPolicies known) {
        Set<String> names = new TreeSet<>(known.names());
        if (!names.contains(policy)) {
            throw new InvalidPropertyException(
                    property,
                    policy,
                    origin,
                    "there is no such policy; known policies: " + String.join(", ", names),
                    remedy(policy, names));
        }
    }

    private static String remedy(String policy, Set<String> names) {
        if (policy.equalsIgnoreCase("none")) { // no policy can have that name
            return "Remove the property, or name one of these.";
        }
        return NameSuggestion.closest(policy, names)
                .map(RejectionReason::didYouMean)
                .orElse("Declare the policy under 'backoff.policies', or name one of these.");
    }

    @Override
    public Collection<String> policies() {
        return Set.of(policy);
    }
}
