package io.backoff.actuate;

import io.backoff.autoconfigure.InvalidPropertyException;
import io.backoff.policy.Shortened;
import org.jspecify.annotations.Nullable;

/**
 * Why a change was refused: what a failure report at startup would say.
 *
 * @param property the property, for example {@code backoff.policies.payments.multiplier}
 * @param value what it was to be; the beginning of it where it is long
 * @param reason why that cannot be
 * @param remedy what to do instead
 */
record Refusal(String property, @Nullable Object value, String reason, String remedy) {

    private static final int LONGEST_VALUE = 80;

    static Refusal of(InvalidPropertyException invalid) {
        return new Refusal(invalid.property(), shown(invalid.value()), invalid.reason(), invalid.remedy());
    }

    private static @Nullable Object shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= LONGEST_VALUE ? value : Shortened.of(text, LONGEST_VALUE);
    }
}
