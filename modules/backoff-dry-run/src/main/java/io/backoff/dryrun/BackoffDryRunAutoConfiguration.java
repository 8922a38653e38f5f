package io.backoff.dryrun;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.policy.Budgets;
import io.backoff.engine.TimeSource;
import io.backoff.method.IntegrationCalls;
import io.backoff.method.RetriesOfOthers;
import io.backoff.policy.BackoffPolicies;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Records the results of attempts, and uses this record to simulate changes of settings. */
@AutoConfiguration(after = BackoffAutoConfiguration.class)
public final class BackoffDryRunAutoConfiguration {

    @Bean
    AttemptRecords backoffAttemptRecords(TimeSource time) {
        return new AttemptRecords(time);
    }

    @Bean
    DryRuns backoffDryRuns(PolicyStore store, Budgets budgets, AttemptRecords attempts, TimeSource time) {
        return new DryRuns(store, budgets, attempts, time);
    }

    @Bean
    DryRunPreview backoffDryRunPreview(
            DryRuns runs,
            BackoffPolicies policies,
            ObjectProvider<RetriesOfOthers> others,
            ObjectProvider<IntegrationCalls> listeners) {
        return new DryRunPreview(runs, policies, others, listeners);
    }
}
