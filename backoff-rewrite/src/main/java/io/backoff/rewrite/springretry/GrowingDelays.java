package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.Locale;

/**
 * Delays that grow by a factor.
 *
 * @param attempts the number of attempts, as far as delays matter
 */
record GrowingDelays(Amount delay, Amount longest, Amount multiplier, boolean random, double attempts) {

    // Of two delays that are both rounded to milliseconds.
    private static final double ROUNDING = 2;
    private static final double RELATIVE_ROUNDING = 0.001;
    private static final int MOST = 1000;

    PolicySettings add(PolicySettings settings) {
        if (delay.number() == null || longest.number() == null || multiplier.number() == null) {
            if (random) {
                throw new CannotMigrateException("'random' needs numbers, not placeholders", "delays");
            }
            return growing(settings, Millis.of(delay), factorText(), Millis.of(longest));
        }
        double first = delay.supplied() ? Math.max(0, delay.number()) : Math.max(1, delay.number());
        double last = Math.max(1, longest.number());
        if (factor(multiplier.number()) == 1 || first >= last) {
            return constant(settings, Math.min(first, last));
        }
        return numbers(settings, first, last, factor(multiplier.number()));
    }

    private PolicySettings numbers(PolicySettings settings, double first, double last, double factor) {
        checkRounding(first, last, factor);
        return random
                ? random(settings, first, last, factor)
                : growing(settings, Millis.of(first), Amount.plain(factor), Millis.of(last));
    }

    private static PolicySettings constant(PolicySettings settings, double delay) {
        return settings.with("strategy", "constant")
                .with("delay", Millis.of(delay))
                .with("max-delay", Millis.of(delay))
                .with("jitter", "none");
    }

    private static PolicySettings growing(PolicySettings settings, String first, String factor, String last) {
        return settings.with("strategy", "exponential")
                .with("delay", first)
                .with("multiplier", factor)
                .with("max-delay", last)
                .with("jitter", "none");
    }

    /** A delay d is drawn from d to d times the factor, and cut at the longest. */
    private static PolicySettings random(PolicySettings settings, double first, double last, double factor) {
        double middle = first * (1 + factor) / 2;
        if (middle > last) {
            throw new CannotMigrateException(
                    "with 'random', 'maxDelay' must not be less than the middle of the first delays", "delays");
        }
        return settings.with("strategy", "exponential")
                .with("delay", Millis.of(middle))
                .with("multiplier", Amount.plain(factor))
                .with("max-delay", Millis.of(last))
                .with("jitter", "proportional")
                .with(
                        "jitter-factor",
                        "%.6f"
                                .formatted(Locale.ROOT, (factor - 1) / (factor + 1))
                                .replaceAll("0+$", ""))
                .with("cap", "clip");
    }

    /** spring-retry drops the fraction of each delay, and multiplies what is left. */
    private void checkRounding(double first, double last, double factor) {
        double exact = first;
        double interval = first;
        for (int retry = 1; retry < Math.min(attempts, MOST) && exact < last && interval <= last; retry++) {
            if (Math.abs(exact - interval) > ROUNDING + exact * RELATIVE_ROUNDING) {
                throw new CannotMigrateException(
                        "the delays grow otherwise, since spring-retry rounds each of them down to milliseconds",
                        "delays");
            }
            exact *= factor;
            interval = Math.floor(interval * factor);
        }
    }

    private String factorText() {
        return multiplier.number() == null ? multiplier.text() : Amount.plain(factor(multiplier.number()));
    }

    private double factor(double written) {
        if (multiplier.supplied() && written < 1) {
            throw new CannotMigrateException("delays with this multiplier shrink", "delays");
        }
        return Math.max(1, written);
    }
}
