package io.backoff.actuate;

import io.backoff.config.change.SettingChange;
import org.jspecify.annotations.Nullable;

/**
 * A change of a setting at run time.
 *
 * @param at time of the change, in ISO-8601
 * @param by author: the principal of the request, or {@code unknown}; for a reload or refresh, the origin of the new
 *     value
 * @param source {@code endpoint}, {@code jmx}, {@code reload} or {@code refresh}
 * @param property the property, for example {@code backoff.policies.payments.max-attempts}
 * @param from the previous value in the format of requests; {@code null} if there was none
 * @param to the new value, in the same format; {@code null} if there is none
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
