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

    /** Runs the call until its future is complete. */
    void finish() throws InterruptedException {
        signal();
        try {
            while (!isDone()) {
                work.acquire();
                super.work();
            }
        } catch (InterruptedException interrupted) {
            cancel(true);
            super.work();
            throw interrupted;
        }
    }
}
