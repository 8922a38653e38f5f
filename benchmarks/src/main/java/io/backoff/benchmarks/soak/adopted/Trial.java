package io.backoff.benchmarks.soak.adopted;

import io.backoff.engine.CurrentAttempt;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One call. The planned number of attempts fail; the next attempt returns the call itself. */
final class Trial {

    final Adopted method;
    final int failures;
    final boolean overloaded;
    final long began = System.nanoTime();
    private final Check check;
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Throwable last;

    /**
     * Plans a call.
     *
     * @param failures attempts that fail before one succeeds
     * @param overloaded whether a failure of the first attempt forbids retries
     */
    Trial(Adopted method, int failures, boolean overloaded, Check check) {
        this.method = method;
        this.failures = failures;
        this.overloaded = overloaded;
        this.check = check;
    }

    /** Makes one attempt. */
    Object attempt() throws IOException {
        int number = attempts.incrementAndGet();
        int current = CurrentAttempt.get().map(CurrentAttempt::number).orElse(0);
        check.unless(current == number, "attempt %d of %s has number %d in CurrentAttempt", number, this, current);
        if (number > failures) {
            last = null;
            return this;
        }
        IOException failure = number == 1 && overloaded ? new Overloaded() : new IOException("attempt " + number);
        last = failure;
        throw failure;
    }

    int attempts() {
        return attempts.get();
    }

    /** The failure of the last attempt; {@code null} if that attempt succeeded. */
    @Nullable
    Throwable last() {
        return last;
    }

    /**
     * Ends the call.
     *
     * @return {@code false} if it has ended already
     */
    boolean end() {
        return ended.compareAndSet(false, true);
    }

    @Override
    public String toString() {
        return "%s with %d of %d attempts failed%s"
                .formatted(method, failures, attempts(), overloaded ? ", overloaded" : "");
    }

    /** A failure that must not be retried. */
    static final class Overloaded extends IOException {

        private static final long serialVersionUID = 1L;
    }
}
