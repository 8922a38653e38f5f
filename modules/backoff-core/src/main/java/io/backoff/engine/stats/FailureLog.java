package io.backoff.engine.stats;

import io.backoff.Internal;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;

/**
 * Tracks whether a repeating task is failing. Logs the first failure and the recovery. Later failures are logged at
 * debug level, because a task that fails every second must not log a warning every second.
 */
@Internal
public final class FailureLog {

    private static final LogMessage FAILED =
            LogMessage.warning("%s failed; it keeps running, and logs when it works again");
    private static final LogMessage WORKS_AGAIN = LogMessage.info("%s works again");

    private final String task;
    private final Logger logger;
    private final LogLimit once = LogLimit.once();

    /**
     * Creates a log for a task that has not failed yet.
     *
     * @param task the name of the task in the log
     * @param logger the logger
     */
    public FailureLog(String task, Logger logger) {
        this.task = task;
        this.logger = logger;
    }

    /**
     * Records that a run of the task threw an exception.
     *
     * @param failure the failure
     */
    public void failed(Throwable failure) {
        once.log(this, FAILED.with(task), logger, failure);
    }

    /** Records that a run of the task returned normally. */
    public void worked() {
        if (once.reset(this)) {
            WORKS_AGAIN.with(task).log(logger);
        }
    }

    /** {@return whether the last run threw an exception} */
    public boolean failing() {
        return once.contains(this);
    }
}
