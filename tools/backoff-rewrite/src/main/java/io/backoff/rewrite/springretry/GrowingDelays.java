package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.ArrayList;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Delays that grow by a factor.
 *
 * @param attempts the number of attempts, or null if only the configuration knows it
 */
record GrowingDelays(
        Amount delay,
        Amount longest,
        Amount multiplier,
        boolean random,
        @Nullable Double attempts) {

    // Delays that differ by at most this many milliseconds count as equal, because spring-retry rounds its delays.
    private static final double ROUNDING = 2;
    private static final double RELATIVE_ROUNDING = 0.001;
    private static final double RANDOM_ROUNDING = 0.005;
    private static final int LISTED = 16;
    private static final int LIKELY_ATTEMPTS = 10;
    private static final int MOST = 1000;

    PolicySettings add(PolicySettings settings) {
        if (delay.number() == null || longest.number() == null || multiplier.number() == null) {
            if (random) {
                throw new CannotMigrateException("'random' needs numbers, not placeholders: write numbers", "delays");
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
        if (random) {
            requireSame(first, last, factor, RANDOM_ROUNDING);
            return random(settings, first, last, factor);
        }
        if (attempts != null && attempts <= LISTED && !isSame(first, last, factor, RELATIVE_ROUNDING)) {
            return listed(settings, first, last, factor, attempts);
        }
        requireSame(first, last, factor, RELATIVE_ROUNDING);
        return growing(settings, Millis.of(first), Amount.plain(factor), Millis.of(last));
    }

    private static PolicySettings listed(
            PolicySettings settings, double first, double last, double factor, double attempts) {
        var delays = new ArrayList<String>();
        double interval = first;
        for (int retry = 1; retry < attempts; retry++) {
            delays.add(Millis.of(Math.min(interval, last)));
            interval = Math.min(last, Math.floor(interval * factor));
        }
        return settings.with("strategy", "list")
                .with("delays", delays)
                .commented("delays", "as in spring-retry, which rounded down each delay before computing the next")
                .with("jitter", "none");
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

    /**
     * Translates random delays. Spring-retry multiplies each delay by a random number between 1 and the factor, and
     * then cuts it at the longest delay.
     */
    private static PolicySettings random(PolicySettings settings, double first, double last, double factor) {
        double middle = first * (1 + factor) / 2;
        if (middle > last) {
            throw new CannotMigrateException(
                    "with 'random', 'maxDelay' must not be less than the middle of the range of the first delay: "
                            + "raise 'maxDelay'",
                    "delays");
        }
        return settings.with("strategy", "exponential")
                .with("delay", Millis.of(middle))
                .with("multiplier", Amount.plain(factor))
                .with("max-delay", Millis.of(last))
                .with("jitter", "proportional")
                .with(
                        "jitter-factor",
                        String.format(Locale.ROOT, "%.6f", (factor - 1) / (factor + 1))
                                .replaceAll("0+$", ""))
                .with("cap", "clip");
    }

    private void requireSame(double first, double last, double factor, double tolerance) {
        if (!isSame(first, last, factor, tolerance)) {
            throw new CannotMigrateException(
                    "the delays would differ, because spring-retry rounds each of them down to milliseconds: write '@Backoff' and a policy by hand",
                    "delays");
        }
    }

    /**
     * Whether the delays without rounding differ little from those of spring-retry, which rounds each delay down before
     * it computes the next one.
     */
    private boolean isSame(double first, double last, double factor, double tolerance) {
        double exact = first;
        double interval = first;
        double most = attempts == null ? LIKELY_ATTEMPTS : Math.min(attempts, MOST);
        for (int retry = 1; retry < most && interval <= last; retry++) {
            if (Math.abs(Math.min(exact, last) - interval) > ROUNDING + interval * tolerance) {
                return false;
            }
            exact *= factor;
            interval = Math.floor(interval * factor);
        }
        return true;
    }

    private String factorText() {
        return multiplier.number() == null ? multiplier.text() : Amount.plain(factor(multiplier.number()));
    }

    private double factor(double written) {
        if (multiplier.supplied() && written < 1) {
            throw new CannotMigrateException(
                    "delays with this multiplier shrink: write '@Backoff' and a policy with 'strategy: list' by hand",
                    "delays");
        }
        return Math.max(1, written);
    }
}
