package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;

/**
 * Tracks whether a repeating task is failing. Logs when it begins to fail and when it works again: a task that fails
 * every second must not log a stack trace every second.
 */
@Internal
public final class FailureLog {

    private static final Logger logger = System.getLogger(FailureLog.class.getName());

    public static final LogMessage FAILED =
            LogMessage.warning("%s failed; it keeps running, and logs when it works again");
    public static final LogMessage WORKS_AGAIN = LogMessage.info("%s works again");

    private final String task;
    private volatile boolean failing;

    /**
     * Creates a log for a task that works so far.
     *
     * @param task its name in the log
     */
    public FailureLog(String task) {
        this.task = task;
    }

    /** Records that a run threw. */
    public void failed(Throwable failure) {
        LogLine line = FAILED.with(task);
        if (failing) {
            line.debug(logger, failure);
        } else {
            failing = true;
            line.log(logger, failure);
        }
    }

    /** Records that a run returned. */
    public void worked() {
        if (failing) {
            failing = false;
            WORKS_AGAIN.with(task).log(logger);
        }
    }

    /** Whether the last run threw. */
    public boolean failing() {
        return failing;
    }
}
