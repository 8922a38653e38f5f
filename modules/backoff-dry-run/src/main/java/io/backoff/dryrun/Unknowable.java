package io.backoff.dryrun;

import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.PolicySnapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Recognizes changes whose effect on observed calls cannot be predicted because the record of attempts lacks the
 * necessary data.
 */
final class Unknowable {

    private static final String HINTS = "honor-retry-after";
    private static final String CAUSES = "the record contains the causes of failures, not the failures themselves";

    private static final Map<String, String> REASONS = reasons();

    private Unknowable() {}

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put("retry-on", CAUSES);
        reasons.put("abort-on", CAUSES);
        reasons.put("retry-on-status", CAUSES);
        reasons.put("retry-on-grpc-status", CAUSES);
        reasons.put("retry-on-result", "the record does not contain results");
        reasons.put(HINTS, "the record does not contain Retry-After delays that were ignored");
        reasons.put("attempt-timeout", "the record does not contain the duration of successful attempts");
        reasons.put("retry-after-first-element", "the record does not contain the elements of streams");
        return reasons;
    }

    /** Returns the reason why the observed calls cannot be replayed; empty if they can. */
    static Optional<String> reason(PolicySnapshot from, PolicySnapshot to, Set<String> policies) {
        return policies.stream()
                .flatMap(policy -> REASONS.keySet().stream()
                        .filter(field -> ChangeScope.differs(from, to, policy, field))
                        .filter(field -> !field.equals(HINTS) || isOn(to, policy))
                        .map(field -> "No replay: '" + field + "' of policy '" + policy + "' changes, and "
                                + REASONS.get(field) + "."))
                .findFirst();
    }

    private static boolean isOn(PolicySnapshot snapshot, String policy) {
        Setting setting = snapshot.settings(SettingsGroup.POLICIES, policy).get(HINTS);
        return setting != null && setting.value().equals(true);
    }
}
