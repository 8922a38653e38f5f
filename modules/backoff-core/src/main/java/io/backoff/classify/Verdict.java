package io.backoff.classify;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of a {@link Classifier} on a failure.
 *
 * @param kind whether the failure may be retried
 * @param cause the cause that a retry is counted under
 * @param retryAfter shortest delay that the callee asked for, {@code null} if none
 * @param free whether a retry takes nothing from the budget, since it puts no load on the callee
 * @param excluded why the rules of the policy exclude the failure from retries; {@code null} if they do not
 */
public record Verdict(
        Kind kind,
        RetryCause cause,
        @Nullable Duration retryAfter,
        boolean free,
        @Nullable Exclusion excluded) {

    /** The kinds of verdicts. */
    public enum Kind {
        /** A retry may help. */
        RETRY,
        /** A retry cannot help. */
        NOT_RETRYABLE,
        /** The callee asked not to be called again. */
        OVERLOADED,
        /** The caller no longer wants the result: interruption or cancellation. */
        ABORT
    }

    /** A retry may help. */
    public static Verdict retry(RetryCause cause) {
        return new Verdict(Kind.RETRY, cause, null, false, null);
    }

    /** A retry may help, but not before the given time has passed. */
    public static Verdict retryAfter(RetryCause cause, @Nullable Duration retryAfter) {
        return new Verdict(Kind.RETRY, cause, retryAfter, false, null);
    }

    /** The attempt has to wait for another call and did not reach the callee: a retry may help, and needs no budget. */
    public static Verdict waiting(@Nullable Duration retryAfter) {
        return new Verdict(Kind.RETRY, RetryCause.OTHER, retryAfter, true, null);
    }

    /** A retry cannot help. */
    public static Verdict notRetryable() {
        return new Verdict(Kind.NOT_RETRYABLE, RetryCause.OTHER, null, false, null);
    }

    /** A retry cannot help: the rules of the policy exclude the failure. */
    static Verdict excluded(Exclusion exclusion) {
        return new Verdict(Kind.NOT_RETRYABLE, RetryCause.OTHER, null, false, exclusion);
    }

    /** The callee asked not to be called again. */
    public static Verdict overloaded() {
        return new Verdict(Kind.OVERLOADED, RetryCause.OVERLOADED, null, false, null);
    }

    /** The caller no longer wants the result. */
    public static Verdict abort() {
        return new Verdict(Kind.ABORT, RetryCause.OTHER, null, false, null);
    }
}
