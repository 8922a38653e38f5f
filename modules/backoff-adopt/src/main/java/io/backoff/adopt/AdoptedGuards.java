package io.backoff.adopt;

import io.backoff.engine.RetryScope;
import io.backoff.engine.execution.AdoptedExecution;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.stats.CallStatistics;
import org.jspecify.annotations.Nullable;

/**
 * The guards of an adopted method. They count its calls and, if the method is governed, decide on its retries.
 *
 * @param observing counts calls
 * @param governing counts calls and decides on retries; {@code null} if calls are only observed
 * @param mapped whether a policy is mapped to the method
 */
public record AdoptedGuards(Guard observing, @Nullable Guard governing, boolean mapped) {

    /** Whether retries may be denied. */
    public boolean govern() {
        return governing != null;
    }

    AdoptedExecution begin(@Nullable RetryScope parent) {
        return governing == null
                ? AdoptedExecution.observed(observing, parent)
                : AdoptedExecution.governed(governing, parent);
    }

    /** The outcomes of the calls. */
    public CallStatistics calls() {
        return observing.calls();
    }

    /** The name of the budget that limits the retries; {@code null} if calls are only observed. */
    public @Nullable String budget() {
        return governing == null ? null : governing.policy().get().budget().name();
    }
}
