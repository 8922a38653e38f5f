package io.backoff.autoconfigure;

import io.backoff.classify.Exclusion.GroupMember;
import io.backoff.classify.FailureSelection;
import io.backoff.config.SettingsGroup;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Logs, once for each policy and failure class, how to retry failures that a group in {@code abort-on} excludes. The
 * number of policies and classes that it remembers is bounded.
 */
final class ExclusionLog {

    private static final LogMessage EXCLUDED = LogMessage.info(
            "Policy '%s': not retried: %s is of group '%s' (abort-on). If a retry can help, %s: a class that is named there "
                    + "wins over the group. This is logged once for each policy and class");

    private final BackoffPolicies policies;
    private final LogLimit once = LogLimit.once();

    ExclusionLog(BackoffPolicies policies) {
        this.policies = policies;
    }

    /**
     * Logs the remedy, unless it was logged before for this policy and class.
     *
     * @param policy the policy of the call, with the rules of its annotation
     */
    void explain(Logger log, GroupMember excluded, BackoffPolicy policy) {
        if (EXCLUDED.isLoggable(log) && once.isFirst(List.of(policy.name(), excluded))) {
            EXCLUDED.with(policy.name(), excluded.type(), excluded.group().key(), remedy(excluded, policy))
                    .log(log);
        }
    }

    private String remedy(GroupMember excluded, BackoffPolicy policy) {
        FailureSelection retryOn = policy.classifier().rules().retryOn();
        FailureSelection named =
                policies.get(policy.name()).classifier().rules().retryOn();
        if (!retryOn.equals(named)) {
            return "name the class in 'retryOn' of @Backoff";
        }
        String value = Stream.concat(retryOn.names().stream(), Stream.of(excluded.type()))
                .distinct()
                .collect(Collectors.joining(", "));
        return "set '" + SettingsGroup.POLICIES.property(policy.name(), "retry-on") + "' to '" + value + "'";
    }
}
