package io.backoff.adopt;

import io.backoff.engine.RetryScope;
import io.backoff.engine.execution.AdoptedExecution;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.stats.CallStatistics;
import io.backoff.policy.BackoffPolicy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of an adopted method are counted by, and its retries decided by.
 *
 * @param policy supplies the policy that the method is mapped to, or the default policy
 * @param observing counts calls
 * @param governing counts calls and decides on retries; {@code null} if they are only observed
 */
public record AdoptedGuards(
        Supplier<BackoffPolicy> policy,
        Guard observing,
        @Nullable Guard governing) {

    /** Whether retries are decided on. A disabled policy decides nothing: it must not forbid what works without it. */
    public boolean govern() {
        return governing != null && policy.get().enabled();
    }

    AdoptedExecution begin(@Nullable RetryScope outer) {
        Guard deciding = govern() ? governing : null;
        return deciding == null
                ? AdoptedExecution.observed(observing, outer)
                : AdoptedExecution.governed(deciding, outer);
    }

    /** The outcomes of the calls. */
    public CallStatistics calls() {
        return observing.calls();
    }

    /** The name of the budget that retries take tokens from; {@code null} if they are only observed. */
    public @Nullable String budget() {
        return governing == null ? null : governing.policy().get().budget().name();
    }
}
