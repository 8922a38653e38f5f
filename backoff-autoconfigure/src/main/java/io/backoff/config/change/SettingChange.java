package io.backoff.config.change;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of one setting at run time.
 *
 * @param at when it was made
 * @param by who made it: the name of a principal, {@code unknown}, or where the configuration has changed, the origin of
 *     the value that counts now
 * @param source the way by which it came
 * @param property the property, for example {@code backoff.policies.payments.max-attempts}
 * @param from the value before, as it can be written in the configuration; {@code null} if there was none
 * @param to the value after
 */
public record SettingChange(
        Instant at,
        String by,
        ChangeSource source,
        String property,
        @Nullable String from,
        @Nullable String to) {}
