package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.message.LogLine;
import io.backoff.message.PollMessage;
import java.lang.System.Logger;

/**
 * Whether a task that runs again and again is failing. Logs when it begins to, and when it works again: what fails every
 * second must not write a stack trace every second.
 */
@Internal
public final class FailureLog {

    private static final Logger logger = System.getLogger(FailureLog.class.getName());

    private final String task;
    private volatile boolean failing;

    /**
     * Begins as working.
     *
     * @param task what the log calls it
     */
    public FailureLog(String task) {
        this.task = task;
    }

    /** A run has thrown. */
    public void failed(Throwable failure) {
        LogLine line = PollMessage.FAILED.with(task);
        if (failing) {
            line.debug(logger, failure);
        } else {
            failing = true;
            line.log(logger, failure);
        }
    }

    /** A run has returned. */
    public void worked() {
        if (failing) {
            failing = false;
            PollMessage.WORKS_AGAIN.with(task).log(logger);
        }
    }

    /** Whether the last run has thrown. */
    public boolean failing() {
        return failing;
    }
}
