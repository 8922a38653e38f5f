package io.backoff.redelivery;

import io.backoff.Internal;
import io.backoff.message.LogMessage;
import java.lang.System.Logger.Level;

/** Messages about stored calls. */
@Internal
public enum RedeliveryMessage implements LogMessage {
    ENDS_EARLY("@Redeliver on %s: max-elapsed of policy '%s', %s, ends calls before their %s attempts can "
            + "be made. Raise it, or set it to 0."),
    DELIVERS_NONE(Level.INFO, "This instance stores calls and delivers none: db-scheduler.enabled is false"),
    DEAD_LETTER("Stored call %s of '%s' is a dead letter after attempt %s: %s"),
    LISTENER_FAILED("A listener of the dead letter %s failed"),
    METHOD_MISSING(
            Level.ERROR,
            "A stored call of '%s' (bean '%s') cannot be made: %s. It stays stored and is tried "
                    + "again every %s s, and is a dead letter after %s min. Restore the method, or give its replacement that name: "
                    + "@Redeliver(name = \"%s\")."),
    LETTERS_UNREADABLE("Dead letters that cannot be read are kept: %s, among them %s"),
    LETTERS_DELETED(Level.INFO, "Deleted dead letters older than %s, by method: %s"),
    PAUSED("Stored calls of '%s' are not delivered, and new ones are still stored: %s."),
    RESUMED(Level.INFO, "Stored calls of '%s' are delivered again."),
    PAUSES_UNREADABLE("Cannot read which stored calls are paused; the last state read holds, or all are paused if "
            + "none was read yet"),
    NOT_COUNTED("Stored calls cannot be counted; their meters are NaN until they can"),
    HOUSEKEEPING_FAILED("Housekeeping of stored calls failed; it is tried again"),
    OPERATED(Level.INFO, "Stored calls: %s"),
    NOT_STORED("@%s has no effect on %s in this test, whose context is a part of the application without stored "
            + "calls: each call is made immediately. Test it with the whole application (@SpringBootTest)."),
    NOT_AUDITED("An audit event of stored calls could not be published");

    private final Level level;
    private final String template;

    RedeliveryMessage(Level level, String template) {
        this.level = level;
        this.template = template;
    }

    RedeliveryMessage(String template) {
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
