package io.backoff.config.policy;

import io.backoff.config.FieldName;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.JitterKind;
import io.backoff.config.PropertyFormat;
import io.backoff.config.Setting;
import io.backoff.config.Strategy;
import io.backoff.delay.Cap;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One policy with all of its layers merged.
 *
 * @param name its name
 * @param own the fields that it sets itself
 * @param effective the effective fields, inherited ones included
 * @param distances how many layers away each effective field is written
 */
record LayeredPolicy(
        String name, Map<String, Setting> own, Map<String, Setting> effective, Map<String, Integer> distances) {

    /** How far away a field is written: 0 in the policy itself, 1 in its preset, more in what it inherits. */
    int distance(String field) {
        return distances.getOrDefault(field, 0);
    }

    boolean writes(String field) {
        return own.containsKey(field);
    }

    boolean has(String field) {
        return effective.containsKey(field);
    }

    Setting setting(String field) {
        Setting setting = effective.get(field);
        if (setting == null) {
            throw new IllegalStateException("No default for " + field);
        }
        return setting;
    }

    boolean flag(String field) {
        return (Boolean) setting(field).value();
    }

    int integer(String field) {
        return (Integer) setting(field).value();
    }

    double number(String field) {
        return (Double) setting(field).value();
    }

    String text(String field) {
        return (String) setting(field).value();
    }

    Duration duration(String field) {
        return (Duration) setting(field).value();
    }

    @SuppressWarnings("unchecked") // The binder has converted every entry.
    <T> List<T> list(String field) {
        return (List<T>) setting(field).value();
    }

    Strategy strategy() {
        return (Strategy) setting("strategy").value();
    }

    JitterKind jitter() {
        return (JitterKind) setting("jitter").value();
    }

    Cap cap() {
        return (Cap) setting("cap").value();
    }

    /** An exception about a field, with the origin of its value. */
    InvalidPropertyException invalid(String field, String reason, String remedy) {
        Setting setting = setting(field);
        return new InvalidPropertyException(
                FieldName.ofPolicy(name, field).toString(),
                PropertyFormat.forPeople(setting.value()),
                setting.origin(),
                reason,
                remedy);
    }
}
