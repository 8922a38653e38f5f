package io.backoff.message;

import java.lang.System.Logger.Level;

/** Messages about polls, tickers and other repeated tasks. */
public enum PollMessage implements LogMessage {
    NO_JITTER("@BackoffPoll on %s: the policy '%s' has no jitter, so instances that are started together "
            + "poll in step. Set 'jitter'."),
    FAILED("%s failed; it keeps running, and logs when it works again"),
    WORKS_AGAIN(Level.INFO, "%s works again"),
    STOPPED("%s is no longer polled: the task scheduler has been shut down");

    private final Level level;
    private final String template;

    PollMessage(Level level, String template) {
        this.level = level;
        this.template = template;
    }

    PollMessage(String template) {
        this(Level.WARNING, template);
    }

    @Override
    public Level level() {
        return level;
    }

    @Override
    public String template() {
        return template;
    }
}
