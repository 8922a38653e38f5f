package io.backoff.benchmarks.soak;

import io.backoff.engine.CurrentAttempt;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Compares the results that callers get with what attempts and fallbacks did. */
final class Answers {

    // Ten earlier failures, and one exception that says why the budget denied a retry.
    private static final int MOST_SUPPRESSED = 11;
    // A failure may have this many suppressed exceptions more if several threads add them at the same time.
    private static final int AT_THE_SAME_TIME = 16;

    private final Violations violations;

    Answers(Violations violations) {
        this.violations = violations;
    }

    /** Checks that the current attempt belongs to the right policy. */
    void attempting(Call call, Kind guarded) {
        String policy = CurrentAttempt.get().map(CurrentAttempt::policy).orElse("none");
        violations.unless(policy.equals(guarded.policy), "an attempt of %s runs under policy %s", guarded, policy);
    }

    /** Checks nested attempts, where the inner call retries only in the first attempt of the outer one. */
    void nested(Call call, int outer, int inner) {
        violations.unless(outer == 1 || inner == 1, "inner attempt %d in outer attempt %d of %s", inner, outer, call);
    }

    /** Checks that the thread is not inside an attempt. */
    void idle(Call call) {
        violations.unless(CurrentAttempt.get().isEmpty(), "an attempt is left on the thread after %s", call);
    }

    void returned(Call call, @Nullable Object value) {
        boolean ofAttempt = value == call || value == null;
        if (ofAttempt) {
            call.life.ledger.returned(call.kind);
        }
        violations.unless(isRight(call, value), "returned %s from %s", describe(call, value), call);
    }

    private static boolean isRight(Call call, @Nullable Object value) {
        if (value == call) {
            // If the last attempt of a stream is empty, an earlier one may have emitted the element and then failed.
            return call.fault == Fault.NONE || call.fault == Fault.NULL && call.kind == Kind.FLUX;
        }
        if (value == null) {
            return call.fault == Fault.NULL;
        }
        return value == call.substitute && call.kind.hasFallback();
    }

    private static String describe(Call call, @Nullable Object value) {
        return value == call ? "its result" : value == call.substitute ? "its substitute" : String.valueOf(value);
    }

    /**
     * Returns the one object that a stream has emitted, possibly repeatedly; {@code null} if it has emitted nothing,
     * and all objects if they differ.
     */
    static @Nullable Object only(List<Object> values) {
        long different = values.stream().distinct().count();
        return different > 1 ? values : different == 0 ? null : values.get(0);
    }

    /**
     * Checks the failure that a caller, a fallback or the enclosing call gets. The failure is {@code null} if the last
     * result was rejected.
     */
    void threw(Call call, @Nullable Throwable failure) {
        if (failure == null) {
            violations.unless(call.fault == Fault.NULL, "no failure for the fallback of %s", call);
            return;
        }
        boolean right = failure == call.expected
                || isBrokenFallback(call, failure)
                || failure instanceof CancellationException && call.cancelled
                || call.kind.isLate() && isOfLibrary(call, failure);
        violations.unless(right, "%s from %s", failure, call);
        int most = call.fault == Fault.SHARED ? MOST_SUPPRESSED + AT_THE_SAME_TIME : MOST_SUPPRESSED;
        violations.unless(
                failure.getSuppressed().length <= most,
                "%d suppressed exceptions on %s from %s",
                failure.getSuppressed().length,
                failure,
                call);
    }

    private static boolean isBrokenFallback(Call call, Throwable failure) {
        Throwable original = call.replaced;
        return failure == call.broken
                && (original == null || Arrays.asList(failure.getSuppressed()).contains(original));
    }

    private static boolean isOfLibrary(Call call, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        boolean timeout =
                message.contains("within attempt-timeout") || message.contains("within the remaining max-elapsed");
        return failure instanceof TimeoutException && timeout
                || failure instanceof NullPointerException
                        && call.fault == Fault.MISSING
                        && message.startsWith("The guarded method returned null");
    }
}
