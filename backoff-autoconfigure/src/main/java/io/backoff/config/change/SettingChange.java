package io.backoff.config.change;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of one setting at run time.
 *
 * @param at time of the change
 * @param by author: the name of a principal, or {@code unknown}; for a reload or refresh, the origin of the new value
 * @param source source of the change
 * @param property the property, for example {@code backoff.policies.payments.max-attempts}
 * @param from the previous value in configuration format; {@code null} if there was none
 * @param to the new value, in the same format; {@code null} if there is none
 */
public record SettingChange(
        Instant at,
        String by,
        ChangeSource source,
        String property,
        @Nullable String from,
        @Nullable String to) {}
