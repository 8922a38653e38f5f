package io.backoff.autoconfigure;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

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

    /** Names every field whose value is another one now. */
    static void changed(WrittenSettings before, WrittenSettings after) {
        Set<String> changes = new TreeSet<>();
        for (Section section : Section.values()) {
            Map<String, Map<String, Setting>> entries = after.of(section);
            union(before.of(section), entries).forEach(name -> {
                Map<String, Setting> old = before.of(section).getOrDefault(name, Map.of());
                Map<String, Setting> now = entries.getOrDefault(name, Map.of());
                union(old, now).stream()
                        .filter(field -> !Objects.equals(value(old.get(field)), value(now.get(field))))
                        .forEach(field -> changes.add(change(section.field(name, field), now.get(field))));
            });
        }
        if (!changes.isEmpty()) {
            logger.info("Changed while running: " + String.join(", ", changes));
        }
    }

    private static Set<String> union(Map<String, ?> one, Map<String, ?> other) {
        Set<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        return names;
    }

    private static @Nullable Object value(@Nullable Setting setting) {
        return setting == null ? null : setting.value();
    }

    private static String change(FieldName field, @Nullable Setting now) {
        return field + (now == null ? " is no longer set" : " is now " + now.shown());
    }
}
