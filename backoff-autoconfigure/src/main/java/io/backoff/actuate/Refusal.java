package io.backoff.actuate;

import io.backoff.autoconfigure.InvalidPropertyException;
import org.jspecify.annotations.Nullable;

/**
 * Why a change was refused: what a failure report at startup would say.
 *
 * @param property the property, for example {@code backoff.policies.payments.multiplier}
 * @param value what it was to be
 * @param reason why that cannot be
 * @param remedy what to do instead
 */
record Refusal(String property, @Nullable Object value, String reason, String remedy) {

    static Refusal of(InvalidPropertyException invalid) {
        return new Refusal(invalid.property(), invalid.value(), invalid.reason(), invalid.remedy());
    }
}
