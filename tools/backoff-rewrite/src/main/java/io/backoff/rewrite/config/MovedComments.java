package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicyField;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Moves the comments of removed properties to the policies that replace them. */
public final class MovedComments {

    private final Function<String, @Nullable PolicyField> fields;

    /** @param fields finds the policy field that replaces a property, or null */
    public MovedComments(Function<String, @Nullable PolicyField> fields) {
        this.fields = fields;
    }

    /**
     * Returns an addition with the comments of removed properties. A comment is placed above the field that replaces
     * its property or, if the addition does not set that field, above the policy of the field. If no field replaces the
     * property, or the addition lacks that policy, the comment is placed above the first policy.
     */
    public Addition into(Addition addition, List<RemovedComment> comments) {
        var policies = new LinkedHashMap<>(addition.policies());
        String first = policies.keySet().stream()
                .filter(policy -> !policy.equals(BasePolicy.NAME))
                .findFirst()
                .orElse(null);
        if (first == null) {
            return addition;
        }
        for (RemovedComment comment : comments) {
            PolicyField found = fields.apply(comment.property());
            PolicyField place =
                    found != null && policies.containsKey(found.policy()) ? found : new PolicyField(first, "");
            policies.computeIfPresent(
                    place.policy(), (name, settings) -> with(settings, place.field(), comment.text()));
        }
        return addition.withPolicies(policies);
    }

    /** Whether an addition has a place for comments. */
    public static boolean fit(Addition addition) {
        return addition.policies().keySet().stream().anyMatch(policy -> !policy.equals(BasePolicy.NAME));
    }

    private static PolicySettings with(PolicySettings settings, String field, String text) {
        boolean written = field.isEmpty() || settings.fields().containsKey(field);
        String place = written ? field : "";
        String comment = written ? text : field + ": " + text;
        String above = settings.comments().get(place);
        return settings.commented(place, above == null ? comment : above + "\n" + comment);
    }
}
