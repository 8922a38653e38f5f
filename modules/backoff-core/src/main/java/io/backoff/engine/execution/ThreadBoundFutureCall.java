package io.backoff.engine.execution;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** An asynchronous call bound to the thread that began it. That thread makes all attempts, and waits between them. */
final class ThreadBoundFutureCall<T extends @Nullable Object> extends FutureCall<T> {

    // Each batch of signals releases one permit.
    private final Semaphore work = new Semaphore(0);

    ThreadBoundFutureCall(Guard guard, Operation<? extends @Nullable CompletionStage<T>> operation) {
        super(guard, operation);
    }

    /** Wakes the bound thread, which handles the signals. */
    @Override
    void work() {
        work.release();
    }

    /**
     * Runs the call until its future is complete. Once an attempt has ended, an interrupt completes the future with the
     * outcome of the last completed attempt, and the thread stays interrupted.
     *
     * @throws InterruptedException if an interrupt ends the call before the first attempt has ended; the future is
     *     cancelled
     */
    void finish() throws InterruptedException {
        signal();
        try {
            while (!isDone()) {
                work.acquire();
                super.work();
            }
        } catch (InterruptedException interruption) {
            boolean attempted = completeAfter(interruption);
            if (!attempted) {
                cancel(true);
            }
            // Ends the current attempt or delay.
            super.work();
            if (!attempted) {
                throw interruption;
            }
            Thread.currentThread().interrupt();
        }
    }
}
