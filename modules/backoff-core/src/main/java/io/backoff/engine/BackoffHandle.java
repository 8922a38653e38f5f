package io.backoff.engine;

import java.util.concurrent.CompletableFuture;

/**
 * A handle on a repeating task, held by the code that started the task.
 *
 * <pre>{@code
 * try (BackoffHandle progress = operations.ticker("progress", () -> show(copied.get()))) {
 *     copy(files);
 * }
 * }</pre>
 *
 * @see BackoffOperations#ticker
 */
public interface BackoffHandle extends AutoCloseable {

    /** Stops the task: no further run starts, and a run in progress is not interrupted. Closing twice has no effect. */
    @Override
    void close();

    /**
     * Restarts the delays: the next run comes after the first delay of the policy, or when it was due if that is
     * sooner. Completed runs still count. Has no effect once the task has ended.
     */
    void reset();

    /**
     * Returns a future that completes, always normally, when no run is in progress and none will follow: the policy has
     * ended the task, the handle is closed, or the application stops. Completing or cancelling the future does not end
     * the task.
     */
    CompletableFuture<Void> done();
}
