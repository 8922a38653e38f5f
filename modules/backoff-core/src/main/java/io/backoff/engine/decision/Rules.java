package io.backoff.engine.decision;

import io.backoff.classify.Verdict;
import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rules for one kind of call: what the policy decides for it. They depend on which library makes the attempts, and
 * on whether a caller waits. Message deliveries and simulated calls follow {@link #GUARDED}.
 */
public enum Rules {
    /** This library makes the attempts, and a caller waits for the result. */
    GUARDED,

    /**
     * This library makes the attempts and stores the call between them, so no caller waits. A stored call survives
     * events that end other calls: a shutdown, an interrupt, a response that forbids retries, and inner calls that have
     * used up their attempts, time or budget. The budget is charged when the next attempt is due.
     */
    STORED,

    /**
     * Another library makes the attempts, and decides which failures it retries, how often and after which delay. A
     * retry is denied if the budget is empty, the callee forbids it or asks for too long a delay, an inner call has
     * failed for good, the parent scope is retrying, or the policy is disabled.
     */
    ADOPTED,

    /** Another library makes the attempts, which are only counted. No retry is denied. */
    OBSERVED;

    /** Whether {@code max-attempts} and {@code max-elapsed} of the policy limit the call. */
    public boolean limitCalls() {
        return this == GUARDED || this == STORED;
    }

    /** Whether a shutdown of the application ends the call. */
    boolean endAtShutdown() {
        return this == GUARDED;
    }

    /** Whether the budget is charged when a retry is decided, rather than when the retry is due. */
    boolean payAtOnce() {
        return this != STORED;
    }

    /** Whether the policy's pace applies: attempts report throttled responses to it, and may wait for their turn. */
    public boolean paced() {
        return this != OBSERVED;
    }

    /** Whether the call affects enclosing calls and inner calls. */
    public boolean visible() {
        return this != OBSERVED;
    }

    /** Adapts the policy's verdict to this kind of call. */
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
     * Why the failure of an inner call ends this call too; {@code null} if this call may continue. An observed call
     * always continues, and a stored call ends only if the inner call's failure is not retryable. Other calls end for
     * the reason {@code OVERLOADED} if the inner call did, and otherwise for the reason {@code NOT_RETRYABLE}.
     *
     * @param inner why an inner call ended; {@code null} if none did
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
     * The remaining delay before a retry that another library makes: part of the delay may have passed before the
     * decision.
     *
     * @param delay the delay that the policy or the callee demands
     * @param waited time since the attempt ended
     */
    public Duration stillToWait(Duration delay, Duration waited) {
        return waited.compareTo(delay) >= 0 ? Duration.ZERO : delay.minus(waited);
    }
}
