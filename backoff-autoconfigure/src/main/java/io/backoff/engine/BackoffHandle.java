package io.backoff.engine;

import java.util.concurrent.CompletableFuture;

/**
 * A task that runs again and again, in the hand of whoever started it.
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

    /** Makes no further run. One that is under way is not interrupted. Closing twice changes nothing. */
    @Override
    void close();

    /**
     * Starts the delays over: the next run comes after the first delay of the policy, or when it was due if that is
     * sooner. The runs that were made still count. Has no effect after the end.
     */
    void reset();

    /**
     * Completes, always normally, when no further run will be made and none is under way: the policy has ended, the
     * handle is closed, or the application stops. Completing or cancelling it does not end the task.
     */
    CompletableFuture<Void> done();
}
