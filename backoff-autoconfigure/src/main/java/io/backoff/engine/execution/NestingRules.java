package io.backoff.engine.execution;

import io.backoff.engine.Nesting;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.policy.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a call owes to the layer around it. Of nested calls one retries: a call makes one attempt while an outer layer is
 * retrying, and what has ended an inner call for good ends the outer one too.
 *
 * @param outer the layer around the call; {@code null} for none, and where nested calls are independent
 * @param oneAttempt whether that layer is retrying, so that this call makes one attempt
 */
record NestingRules(@Nullable RetryScope outer, boolean oneAttempt) {

    private static final NestingRules OUTERMOST = new NestingRules(null, false);

    static NestingRules of(Nesting nesting, @Nullable RetryScope around) {
        return around == null || nesting == Nesting.INDEPENDENT
                ? OUTERMOST
                : new NestingRules(around, around.isRetrying());
    }

    /** The retry that an outer layer is making. */
    Optional<RetryInfo> outerRetry() {
        return outer == null ? Optional.empty() : outer.retry();
    }

    /**
     * Reports the end of the call to the outer layer, unless that may still retry it. It may when the call was limited to
     * one attempt: then it has used up nothing.
     *
     * @param inner why a call inside this one ended with the failure; {@code null} if none did
     * @param permanent whether the callee said that a retry is pointless
     */
    void propagate(Throwable failure, StopReason stop, @Nullable StopReason inner, boolean permanent) {
        boolean endedForGood =
                switch (stop) {
                    case EXHAUSTED -> !oneAttempt;
                    case ELAPSED, BUDGET_DENIED, OVERLOADED -> true;
                    case NOT_RETRYABLE -> permanent || inner != null;
                    case ABORTED -> false;
                };
        if (outer != null && endedForGood) {
            outer.markTerminal(failure, permanent || inner == null ? stop : inner);
        }
    }
}
