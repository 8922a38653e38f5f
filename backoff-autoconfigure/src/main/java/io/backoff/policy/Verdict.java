package io.backoff.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Classifier} says of a failure.
 *
 * @param kind whether the failure may be retried
 * @param cause what a retry would be counted under
 * @param hint shortest delay that the callee asked for, absent without one
 */
public record Verdict(Kind kind, RetryCause cause, @Nullable Duration hint) {

    /** The answers of a classifier. */
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
        return new Verdict(Kind.RETRY, cause, null);
    }

    /** A retry may help, but not before the given time has passed. */
    public static Verdict retryAfter(RetryCause cause, @Nullable Duration hint) {
        return new Verdict(Kind.RETRY, cause, hint);
    }

    /** A retry cannot help. */
    public static Verdict notRetryable() {
        return new Verdict(Kind.NOT_RETRYABLE, RetryCause.OTHER, null);
    }

    /** The callee asked not to be called again. */
    public static Verdict overloaded() {
        return new Verdict(Kind.OVERLOADED, RetryCause.OVERLOADED, null);
    }

    /** The caller no longer wants the result. */
    public static Verdict abort() {
        return new Verdict(Kind.ABORT, RetryCause.OTHER, null);
    }
}
