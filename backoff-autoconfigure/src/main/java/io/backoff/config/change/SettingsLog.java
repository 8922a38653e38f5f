package io.backoff.config.change;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLine;
import java.lang.System.Logger;
import java.util.List;
import java.util.Set;

/** Logs warnings about the configuration, and changes at run time. */
public final class SettingsLog {

    private static final Logger logger = SpringLogger.of(SettingsLog.class);

    private SettingsLog() {}

    /** Logs new warnings. */
    static void warn(Set<LogLine> before, Set<LogLine> after) {
        for (LogLine each : after) {
            if (!before.contains(each)) {
                each.log(logger);
            }
        }
    }

    /** Logs a line for every changed property. */
    static void changed(List<SettingDifference> differences, Author author) {
        if (SettingDifference.CHANGED.isLoggable(logger)) {
            differences.forEach(each -> each.line(author).log(logger));
        }
    }
}
