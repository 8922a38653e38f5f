package io.backoff.config.change;

import io.backoff.config.PropertyFormat;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.PolicySnapshot;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.text.TruncatedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A property whose value a change has altered.
 *
 * @param property the property
 * @param from the value before; {@code null} if there was none
 * @param to the value after; {@code null} if there is none
 */
record SettingDifference(
        String property, @Nullable Setting from, @Nullable Setting to) {

    static final LogMessage CHANGED = LogMessage.info("Backoff: %s changed from %s to %s%s");

    private static final int LONGEST_VALUE = 197; // 200 with the dots

    /**
     * Returns the properties whose effective values differ between the snapshots, sorted by name within each group.
     * Excludes properties that a policy or budget only inherits.
     */
    static List<SettingDifference> between(PolicySnapshot before, PolicySnapshot after) {
        List<SettingDifference> all = new ArrayList<>();
        for (SettingsGroup group : SettingsGroup.values()) {
            for (String name :
                    union(before.configured().of(group), after.configured().of(group))) {
                ofEntry(before, after, group, name).forEach(all::add);
            }
        }
        return all;
    }

    private static Stream<SettingDifference> ofEntry(
            PolicySnapshot before, PolicySnapshot after, SettingsGroup group, String name) {
        Map<String, Setting> from = before.settings(group, name);
        Map<String, Setting> to = after.settings(group, name);
        return union(written(before, group, name), written(after, group, name)).stream()
                .map(field -> new SettingDifference(group.property(name, field), from.get(field), to.get(field)))
                .filter(difference -> !Setting.haveSameValue(difference.from, difference.to));
    }

    private static Map<String, Setting> written(PolicySnapshot snapshot, SettingsGroup group, String name) {
        Settings<?> settings = snapshot.configured().of(group).get(name);
        return settings == null ? Map.of() : settings.fields();
    }

    /** Converts the difference to a change by an author. */
    SettingChange change(Author author, Instant at) {
        return new SettingChange(at, by(author), author.source(), property, text(from), text(to));
    }

    /**
     * Returns the log line: {@code backoff.policies.payments.delay changed from 200 ms to 1 s by alice (endpoint)}.
     * After a reload, it ends with {@code , from application.yml:7:14 (reload)}.
     */
    LogLine line(Author author) {
        return CHANGED.with(property, shown(from), shown(to), cause(author));
    }

    private static String shown(@Nullable Setting setting) {
        if (setting == null) {
            return "nothing";
        }
        Object value = PropertyFormat.forPeople(setting.value());
        return value instanceof Collection<?> values && values.isEmpty() ? "[]" : joined(value);
    }

    private String cause(Author author) {
        String source = author.source().text();
        if (author.name() != null) {
            return " by " + author.name() + " (" + source + ")";
        }
        return by(author).equals(Setting.DEFAULT)
                ? " (built-in default; " + source + ")"
                : ", from " + by(author) + " (" + source + ")";
    }

    private String by(Author author) {
        return author.name() != null ? author.name() : to == null ? Setting.DEFAULT : to.origin();
    }

    /** Returns the value in configuration format, perhaps truncated; {@code null} if there is none. */
    static @Nullable String text(@Nullable Setting setting) {
        return setting == null ? null : joined(PropertyFormat.of(setting.value()));
    }

    private static String joined(@Nullable Object value) {
        String text = value instanceof Collection<?> values
                ? values.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : String.valueOf(value);
        return TruncatedText.inOneLine(text, LONGEST_VALUE);
    }

    private static Set<String> union(Map<String, ?> one, Map<String, ?> other) {
        Set<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        return names;
    }
}
