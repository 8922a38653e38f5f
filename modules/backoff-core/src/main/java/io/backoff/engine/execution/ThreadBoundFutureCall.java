package io.backoff.engine.execution;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** An asynchronous call that holds a thread: the thread that began it makes all its attempts, and waits in between. */
final class ThreadBoundFutureCall<T extends @Nullable Object> extends FutureCall<T> {

    // One permit for each time that there are signals to handle.
    private final Semaphore work = new Semaphore(0);

    ThreadBoundFutureCall(Guard guard, Operation<? extends @Nullable CompletionStage<T>> operation) {
        super(guard, operation);
    }

    /** Leaves the work to the thread that is held. */
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
