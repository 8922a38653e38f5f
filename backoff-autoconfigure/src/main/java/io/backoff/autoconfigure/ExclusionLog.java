package io.backoff.autoconfigure;

import io.backoff.classify.Exclusion.GroupMember;
import io.backoff.classify.FailureSelection;
import io.backoff.config.SettingsGroup;
import io.backoff.message.CallMessage;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Logs once for each policy and class how to have failures retried that a group excludes, in bounded memory. */
final class ExclusionLog {

    private final BackoffPolicies policies;
    private final WarningLimit once = new WarningLimit(Duration.ofNanos(Long.MAX_VALUE));

    ExclusionLog(BackoffPolicies policies) {
        this.policies = policies;
    }

    /**
     * Logs the remedy, unless it was logged before.
     *
     * @param policy the policy of the call, with the rules of its annotation
     */
    void explain(Logger log, GroupMember excluded, BackoffPolicy policy) {
        if (CallMessage.EXCLUDED.isLoggable(log) && once.enter(List.of(policy.name(), excluded), 0) != null) {
            CallMessage.EXCLUDED
                    .with(policy.name(), excluded.type(), excluded.group().key(), remedy(excluded, policy))
                    .log(log);
        }
    }

    private String remedy(GroupMember excluded, BackoffPolicy policy) {
        FailureSelection retryOn = policy.classifier().rules().retryOn();
        FailureSelection named =
                policies.get(policy.name()).classifier().rules().retryOn();
        if (!retryOn.equals(named)) {
            return "name it in 'retryOn' of @Backoff";
        }
        String value = Stream.concat(retryOn.names().stream(), Stream.of(excluded.type()))
                .distinct()
                .collect(Collectors.joining(", "));
        return "set '" + SettingsGroup.POLICIES.property(policy.name(), "retry-on") + "' to '" + value + "'";
    }
}
