package io.backoff.engine.execution;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A call on futures that holds a thread: the one that made it makes all of its attempts, and waits in between. */
final class ThreadBoundFutureCall<T extends @Nullable Object> extends FutureCall<T> {

    // One permit for each time that there is something to do.
    private final Semaphore work = new Semaphore(0);

    ThreadBoundFutureCall(Guard guard, Operation<? extends @Nullable CompletionStage<T>> operation) {
        super(guard, operation);
    }

    /** Leaves it to the thread that is held. */
    @Override
    void work() {
        work.release();
    }

    /** Makes the call. */
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
