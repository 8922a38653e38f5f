package io.backoff.engine.execution;

import io.backoff.engine.Nesting;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.decision.Rules;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The place of a call among others: the scope around it. Only one of several nested calls retries: a call makes one attempt
 * while an outer scope is retrying, and a terminal failure of an inner call ends the outer one too.
 *
 * @param outer the scope around the call; {@code null} if there is none, or if nested calls are independent
 * @param oneAttempt whether that scope is retrying, so that this call makes one attempt
 */
record CallPlace(@Nullable RetryScope outer, boolean oneAttempt) {

    private static final CallPlace OUTERMOST = new CallPlace(null, false);

    static CallPlace of(Rules rules, Nesting nesting, @Nullable RetryScope around) {
        if (!rules.visible()) {
            return new CallPlace(around, false);
        }
        return around == null || nesting == Nesting.INDEPENDENT
                ? OUTERMOST
                : new CallPlace(around, around.isRetrying());
    }

    /** The retry that an outer scope is making. */
    Optional<RetryInfo> outerRetry() {
        return outer == null ? Optional.empty() : outer.retry();
    }

    /** The maximum number of attempts of a call under the policy; empty if unlimited. */
    OptionalInt maxAttempts(BackoffPolicy policy) {
        return oneAttempt || !policy.enabled()
                ? OptionalInt.of(1)
                : policy.limits().attempts();
    }

    /**
     * Reports the end of the call to the outer scope, unless that may still retry the call: one that was limited to one
     * attempt has used up nothing.
     *
     * @param inner why a call inside this one ended with the failure; {@code null} if none did
     * @param permanent whether the callee said that a retry is pointless
     */
    void propagate(Throwable failure, StopReason stop, @Nullable StopReason inner, boolean permanent) {
        boolean forGood = permanent || inner != null;
        if (outer != null && isTerminal(stop, forGood)) {
            outer.markTerminal(failure, permanent || inner == null ? stop : inner);
        }
    }

    private boolean isTerminal(StopReason stop, boolean forGood) {
        return switch (stop) {
            case EXHAUSTED -> !oneAttempt;
            case ELAPSED, BUDGET_DENIED, OVERLOADED -> true;
            case NOT_RETRYABLE -> forGood;
            case ABORTED -> false;
        };
    }
}
