package io.backoff.engine.decision;

import io.backoff.classify.Verdict;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the policy of a call decides. It depends on what makes the attempts of the call, and on who waits for its end.
 * Deliveries of messages and simulated calls are guarded calls.
 */
public enum Rules {
    /** This library makes the attempts, and somebody waits for the result. */
    GUARDED,

    /**
     * This library makes the attempts, and stores the call in between, so that nobody waits for it. It survives what
     * ends a call that somebody waits for: the end of the application, an interrupt, "do not retry", and inner calls
     * that have used up their attempts, time or budget. The budget is asked when the next attempt is due.
     */
    STORED,

    /**
     * Another library makes the attempts. It decides which failures it retries, how often and after which delay; a
     * retry is denied if the budget is empty, if the callee asked not to be called again or to wait too long, if a call
     * inside has ended for good, if an outer scope is retrying already, or if the policy is disabled.
     */
    ADOPTED,

    /** Another library makes the attempts, and they are only counted. Nothing is denied. */
    OBSERVED;

    /** Whether {@code max-attempts} and {@code max-elapsed} of the policy limit the call. */
    public boolean limitCalls() {
        return this == GUARDED || this == STORED;
    }

    /** Whether the call ends with the application. */
    boolean endAtShutdown() {
        return this == GUARDED;
    }

    /** Whether a retry takes its token from the budget as soon as it is decided on. */
    boolean payAtOnce() {
        return this != STORED;
    }

    /** Whether attempts wait for their turn while the callee throttles, and report that it does. */
    public boolean paced() {
        return this != OBSERVED;
    }

    /** Whether scopes outside and inside see the call. */
    public boolean visible() {
        return this != OBSERVED;
    }

    /** The verdict that counts, given the one by the policy. */
    Verdict judge(Verdict verdict) {
        return switch (this) {
            case GUARDED -> verdict;
            case STORED ->
                switch (verdict.kind()) {
                    case OVERLOADED, ABORT -> Verdict.retryAfter(verdict.cause(), verdict.retryAfter());
                    case RETRY, NOT_RETRYABLE -> verdict;
                };
            case ADOPTED ->
                switch (verdict.kind()) {
                    case NOT_RETRYABLE, ABORT -> Verdict.retryAfter(verdict.cause(), verdict.retryAfter());
                    case RETRY, OVERLOADED -> verdict;
                };
            case OBSERVED -> Verdict.retry(verdict.cause());
        };
    }

    /**
     * Why a call ends with the failure of a call inside it; {@code null} if it may go on. "Do not retry" keeps its
     * reason; any other end of the inner call makes the failure not retryable.
     *
     * @param inner why the inner call ended; {@code null} if none did
     */
    public @Nullable StopReason endedBy(@Nullable StopReason inner) {
        if (inner == null || this == OBSERVED) {
            return null;
        }
        if (this == STORED) {
            return inner == StopReason.NOT_RETRYABLE ? inner : null;
        }
        return inner == StopReason.OVERLOADED ? inner : StopReason.NOT_RETRYABLE;
    }

    /**
     * How much longer to wait before the retry. The delay of another library has passed already when its retry is
     * decided on.
     *
     * @param delay the delay that the policy or the callee asks for
     * @param waited time since the attempt ended
     */
    public Duration stillToWait(Duration delay, Duration waited) {
        if (limitCalls()) {
            return delay;
        }
        return waited.compareTo(delay) >= 0 ? Duration.ZERO : delay.minus(waited);
    }
}
