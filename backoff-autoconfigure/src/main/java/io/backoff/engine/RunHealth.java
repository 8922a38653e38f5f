package io.backoff.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Whether a task that runs again and again is failing. Logs when it begins to, and when it works again: what fails every
 * second must not write a stack trace every second.
 */
public final class RunHealth {

    private static final Logger logger = System.getLogger(RunHealth.class.getName());

    private final String task;
    private volatile boolean failing;

    /**
     * Begins as working.
     *
     * @param task what the log calls it
     */
    public RunHealth(String task) {
        this.task = task;
    }

    /** A run has thrown. */
    public void failed(Throwable failure) {
        Level level = failing ? Level.DEBUG : Level.WARNING;
        failing = true;
        SafeLog.log(logger, level, task + " failed; it goes on, and says so when it works again", failure);
    }

    /** A run has returned. */
    public void worked() {
        if (failing) {
            failing = false;
            logger.log(Level.INFO, task + " works again");
        }
    }

    /** Whether the last run has thrown. */
    public boolean failing() {
        return failing;
    }
}
