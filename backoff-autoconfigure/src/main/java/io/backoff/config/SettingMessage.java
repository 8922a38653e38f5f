package io.backoff.config;

import io.backoff.message.LogMessage;
import java.lang.System.Logger.Level;

/** Messages about the configuration and its changes. */
public enum SettingMessage implements LogMessage {
    GUARDS(Level.INFO, "Backoff guards %s by %s and %s%s"),
    GUARDS_NOTHING(Level.INFO, "Backoff guards no methods: no bean has @Backoff%s"),
    NOT_USED_BY_STRATEGY("%s is %s: strategy '%s' does not use it"),
    DELAY_TOO_LONG("%s is %s: it is longer than max-delay, %s, which bounds it"),
    MAX_DELAY_TOO_SHORT("%s is %s: it is shorter than delay, %s, and bounds it"),
    THROTTLED_DELAY_TOO_SHORT("%s is %s: shorter than delay, %s, so a callee that asks to slow down is called sooner"),
    GROUP_IN_BOTH("%s is %s: group '%s' is also in abort-on, which wins"),
    USED_BY_NOBODY("%s%s is not used by any %s; did you mean '%s'?"),
    LIBRARY_MISSING("'%s' is set, but its library is not on the class path. Add %s, or remove the property (%s)"),
    UNKNOWN_NAME("The %s is not a setting of Backoff and is ignored. Known names begin with %s. "
            + "Correct its name, or ignore this line if it belongs to another program"),
    UNSEPARATED_NAME("The %s is not a setting of Backoff and is ignored. If %s is meant, correct its name"),
    UNREADABLE_NAME("The %s is ignored: the name of a policy or a budget has no dashes or underscores there. Write %s"),
    RELOADED_OFTEN("Configuration files are read again every %s ms: '%s' without a unit is in milliseconds"),
    CHANGED(Level.INFO, "Backoff: %s changed from %s to %s%s"),
    CHANGE_REJECTED("Backoff: a change by %s is rejected: %s"),
    CHANGE_AT_ENDPOINT_REJECTED("Backoff: a change at the endpoint '%s' by %s is rejected: %s"),
    CHANGE_NOT_ANNOUNCED("Backoff: a listener for the change of %s failed"),
    CONFIGURATION_REJECTED("The changed retry configuration is rejected, and the previous one stays: %s"),
    RESTART_NEEDED("Backoff: the configuration has changed, but only policies and budgets follow it. Restart "
            + "the application to apply %s");

    private final Level level;
    private final String template;

    SettingMessage(Level level, String template) {
        this.level = level;
        this.template = template;
    }

    SettingMessage(String template) {
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
