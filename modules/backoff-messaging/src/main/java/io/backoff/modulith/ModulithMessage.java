package io.backoff.modulith;

import io.backoff.message.LogMessage;
import java.lang.System.Logger.Level;

/** Messages about event publications of Spring Modulith. */
public enum ModulithMessage implements LogMessage {
    NOT_AVAILABLE("'backoff.modulith.policy' is set, but no event publications are resubmitted: %s"),
    REPUBLISHED("'%s' submits all incomplete event publications at startup, those that other instances run and those "
            + "that have ended too. Remove it: 'backoff.modulith.policy' submits them by the policy."),
    MARKED_STALE("'%s' makes Spring Modulith mark event publications as failed that are still running: it counts from "
            + "the publication of the event, and statuses without a time of their own count as stale at once. Remove it, "
            + "and set 'backoff.modulith.stale-after'."),
    ENDED("The event publication %s of %s is not resubmitted any more after attempt %s (%s)%s. It stays in the table; "
            + "once the cause is fixed, set its completion_attempts to 0, or delete it."),
    LISTENER_MISSING("Event publications of %s are not resubmitted: this application has no such listener. Restore it, "
            + "or give its replacement that id: @TransactionalEventListener(id = \"%s\")."),
    UNREADABLE("The event publication %s cannot be resubmitted, because its event cannot be read; it is tried again"),
    HIDDEN("Event publications that are due cannot be reached behind more than %s failed ones. Delete those that have "
            + "ended."),
    DENIED("Event publications that are due wait for the retry budget '%s' of policy '%s': %s%s"),
    STALE(
            Level.INFO,
            "Event publications that were under way for more than %s count as failed: %s. An instance has probably died."),
    NOT_RECORDED("The end of an attempt of %s could not be recorded");

    private final Level level;
    private final String template;

    ModulithMessage(Level level, String template) {
        this.level = level;
        this.template = template;
    }

    ModulithMessage(String template) {
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
