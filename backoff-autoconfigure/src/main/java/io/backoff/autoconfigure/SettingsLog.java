package io.backoff.autoconfigure;

import java.util.List;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Leaves a trace of what is configured, and of what is changed while the application runs. */
final class SettingsLog {

    private static final Log logger = LogFactory.getLog(SettingsLog.class);

    private SettingsLog() {}

    /** Warns of findings; of those that were there before it has warned already. */
    static void warn(Set<String> before, Set<String> after) {
        for (String each : after) {
            if (!before.contains(each)) {
                logger.warn(each);
            }
        }
    }

    /** Names every property whose value is another one now, one a line. */
    static void changed(List<SettingDifference> differences, Author author) {
        if (logger.isInfoEnabled()) {
            differences.forEach(each -> logger.info("Backoff: " + each.line(author)));
        }
    }
}
