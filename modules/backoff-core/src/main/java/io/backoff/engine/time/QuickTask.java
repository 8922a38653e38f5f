package io.backoff.engine.time;

import org.jspecify.annotations.Nullable;

/**
 * A delayed task that runs on the timer thread of the {@link SystemTimeSource}. It does not run on a thread of the
 * executor, because all of these threads may be blocked until the task has run. The task must be quick. It may take a
 * lock for a moment, but it neither waits nor runs an attempt.
 */
@FunctionalInterface
public interface QuickTask extends Runnable {

    /** Runs the task. Returns what the executor runs next; {@code null} if there is nothing. */
    @Nullable
    Runnable begin();

    /** Runs the task and what follows it, for clocks that have no executor. */
    @Override
    default void run() {
        Runnable next = begin();
        if (next != null) {
            next.run();
        }
    }
}
