package io.backoff.config.change;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLine;
import io.backoff.message.SettingMessage;
import java.lang.System.Logger;
import java.util.List;
import java.util.Set;

/** Leaves a trace of what is configured, and of what is changed while the application runs. */
public final class SettingsLog {

    private static final Logger logger = SpringLogger.of(SettingsLog.class);

    private SettingsLog() {}

    /** Warns of findings; of those that were there before it has warned already. */
    static void warn(Set<LogLine> before, Set<LogLine> after) {
        for (LogLine each : after) {
            if (!before.contains(each)) {
                each.log(logger);
            }
        }
    }

    /** Names every property whose value is another one now, one a line. */
    static void changed(List<SettingDifference> differences, Author author) {
        if (SettingMessage.CHANGED.isLoggable(logger)) {
            differences.forEach(each -> each.line(author).log(logger));
        }
    }
}
