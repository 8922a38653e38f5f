package io.backoff.classify;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of a {@link Classifier} on a failure.
 *
 * <pre>{@code
 * Verdict.retry(RetryCause.THROTTLED)                          // retried after throttled-delay
 * Verdict.retryAfter(RetryCause.OTHER, Duration.ofSeconds(5))  // not retried earlier
 * Verdict.notRetryable()                                       // ends the call
 * }</pre>
 *
 * @param kind whether the failure may be retried
 * @param cause the cause under which a retry is counted
 * @param retryAfter the Retry-After delay; {@code null} if there is none
 * @param free whether a retry takes nothing from the budget, because the attempt did not reach the callee
 * @param excluded why the rules of the policy exclude the failure from retries; {@code null} if they do not
 * @since 0.1.0
 */
public record Verdict(
        Kind kind,
        RetryCause cause,
        @Nullable Duration retryAfter,
        boolean free,
        @Nullable Exclusion excluded) {

    /** The kind of a verdict. */
    public enum Kind {
        /** A retry may help. */
        RETRY,
        /** A retry cannot help. */
        NOT_RETRYABLE,
        /** The callee forbids a retry. */
        OVERLOADED,
        /** The caller no longer wants the result: interruption or cancellation. */
        ABORT
    }

    /**
     * A retry may help.
     *
     * @param cause the value of the meter tag {@code cause}; some causes also select the throttled delay
     * @return a verdict that permits a retry
     */
    public static Verdict retry(RetryCause cause) {
        return new Verdict(Kind.RETRY, cause, null, false, null);
    }

    /**
     * A retry may help after the Retry-After delay, if there is one.
     *
     * @param cause the value of the meter tag {@code cause}; some causes also select the throttled delay
     * @param retryAfter the Retry-After delay; {@code null} if there is none
     * @return a verdict that permits a retry after the delay
     */
    public static Verdict retryAfter(RetryCause cause, @Nullable Duration retryAfter) {
        return new Verdict(Kind.RETRY, cause, retryAfter, false, null);
    }

    /**
     * The attempt did not reach the callee because another call with the same idempotency key is in progress: a retry
     * may help, and takes nothing from the budget.
     *
     * @param retryAfter the Retry-After delay; {@code null} if there is none
     * @return a verdict that permits a free retry
     */
    public static Verdict waiting(@Nullable Duration retryAfter) {
        return new Verdict(Kind.RETRY, RetryCause.OTHER, retryAfter, true, null);
    }

    /**
     * A retry cannot help.
     *
     * @return a verdict that permits no retry
     */
    public static Verdict notRetryable() {
        return new Verdict(Kind.NOT_RETRYABLE, RetryCause.OTHER, null, false, null);
    }

    /** The rules of the policy exclude the failure from retries. */
    static Verdict excluded(Exclusion exclusion) {
        return new Verdict(Kind.NOT_RETRYABLE, RetryCause.OTHER, null, false, exclusion);
    }

    /**
     * The callee forbids a retry.
     *
     * @return a verdict that permits no retry
     */
    public static Verdict overloaded() {
        return new Verdict(Kind.OVERLOADED, RetryCause.OVERLOADED, null, false, null);
    }

    /**
     * The caller no longer wants the result.
     *
     * @return a verdict that ends the call
     */
    public static Verdict abort() {
        return new Verdict(Kind.ABORT, RetryCause.OTHER, null, false, null);
    }
}
