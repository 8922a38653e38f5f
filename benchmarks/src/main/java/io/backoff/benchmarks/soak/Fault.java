package io.backoff.benchmarks.soak;

import io.backoff.PermanentException;
import io.backoff.RetryAfter;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A fault of an attempt, with its frequency per mille. */
enum Fault {
    NONE(690),
    /** Throws a new exception each time, which is retried. */
    TRANSIENT(108),
    UNCHECKED(40),
    /** Throws the same exception each time; it has no stack trace, and cannot suppress other exceptions. */
    STACKLESS(40),
    /** Throws the same exception each time; it has a stack trace, and its suppressed exceptions accumulate. */
    SHARED(20),
    /** Fails with a Retry-After. */
    HINTED(10),
    PERMANENT(10),
    /** Fails because of an overload, and forbids a retry. */
    OVERLOADED(10),
    /** Makes the application's classifier fail. */
    CONFUSING(5),
    CANCELLED(5),
    ASSERTION(5),
    OVERFLOW(5),
    /** Returns null. */
    NULL(30),
    /** Returns null instead of a future or a publisher; asynchronous attempts only. */
    MISSING(10),
    /** Never completes; asynchronous attempts only. */
    SILENCE(10),
    /** Fails with a long Retry-After; asynchronous attempts only. */
    PATIENCE(2);

    private static final IOException WITHOUT_STACK = new Stackless();
    private static final IOException EVER_THE_SAME = new IOException("ever the same");

    private final int perMille;

    Fault(int perMille) {
        this.perMille = perMille;
    }

    static Fault draw(RandomGenerator random, boolean late) {
        int left = random.nextInt(1000);
        for (Fault fault : values()) {
            left -= fault.perMille;
            if (left < 0) {
                return late || fault.ordinal() < MISSING.ordinal() ? fault : TRANSIENT;
            }
        }
        throw new IllegalStateException("Faults must add up to 1000");
    }

    /** The exception that the attempt throws; {@code null} if the attempt returns. */
    @Nullable
    Throwable failure() {
        return switch (this) {
            case NONE, NULL, MISSING, SILENCE -> null;
            case TRANSIENT -> new IOException("transient");
            case UNCHECKED -> new IllegalStateException("unchecked");
            case STACKLESS -> WITHOUT_STACK;
            case SHARED -> EVER_THE_SAME;
            case HINTED -> new Hinted(Duration.ofMillis(3));
            case PATIENCE -> new Hinted(Duration.ofSeconds(5));
            case OVERLOADED -> new Judge.Overloaded();
            case CONFUSING -> new Judge.Confusing();
            case PERMANENT -> new PermanentException(new IOException("permanent"));
            case CANCELLED -> new CancellationException("by the callee");
            case ASSERTION -> new AssertionError("wrong");
            case OVERFLOW -> new StackOverflowError("not really");
        };
    }

    private static final class Stackless extends IOException {

        private static final long serialVersionUID = 1L;

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class Hinted extends IOException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        private final Duration retryAfter;

        Hinted(Duration retryAfter) {
            this.retryAfter = retryAfter;
        }

        @Override
        public Duration retryAfter() {
            return retryAfter;
        }
    }
}
