package io.backoff.actuate;

import io.backoff.config.change.SettingChange;
import org.jspecify.annotations.Nullable;

/**
 * A change of a setting at run time.
 *
 * @param at when it was made, in ISO-8601
 * @param by who made it: the principal of the request, {@code unknown}, or where the configuration has changed, the
 *     origin of the value that counts now
 * @param source the way by which it came: {@code endpoint}, {@code jmx}, {@code reload} or {@code refresh}
 * @param property the property, for example {@code backoff.policies.payments.max-attempts}
 * @param from the value before, in the form that can be sent; {@code null} where there was none
 * @param to the value after, in the same form
 */
record ChangeReport(
        String at,
        String by,
        String source,
        String property,
        @Nullable String from,
        @Nullable String to) {

    static ChangeReport of(SettingChange change) {
        return new ChangeReport(
                change.at().toString(),
                change.by(),
                change.source().text(),
                change.property(),
                change.from(),
                change.to());
    }
}
