package io.backoff.engine;

import java.util.concurrent.CompletableFuture;

/**
 * A handle for a repeating task, returned to the code that started it.
 *
 * <pre>{@code
 * try (BackoffHandle progress = operations.ticker("progress", () -> show(copied.get()))) {
 *     copy(files);
 * }
 * }</pre>
 *
 * @see BackoffOperations#ticker
 * @since 0.1.0
 */
public interface BackoffHandle extends AutoCloseable {

    /** Stops the task: no further run starts, and a run in progress is not interrupted. Closing again has no effect. */
    @Override
    void close();

    /**
     * Restarts the delays: the next run starts after the first delay of the policy, or at its scheduled time if that is
     * sooner. Completed runs still count towards {@code max-attempts}. This method has no effect once the task has
     * ended.
     */
    void reset();

    /**
     * {@return a future that completes when no run is in progress and none will follow} No run follows once the policy
     * has ended the task, the handle is closed, or the application stops. The future never fails. Completing or
     * cancelling the future does not end the task.
     */
    CompletableFuture<Void> done();
}
