package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.policy.PolicySettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Translates the intervals of Resilience4j into the delay fields of a policy. */
final class Delays {

    /** The {@code max-delay} for delays that have no maximum in Resilience4j. A policy always has a maximum. */
    private static final String NO_BOUND = "365d";
    /** The default {@code max-delay} of a policy, in milliseconds. */
    private static final long USUAL_BOUND = 10_000;

    private static final int LONGEST_LIST = 10;
    private static final String WAIT = "wait-duration";

    private final Interval interval;
    private final int retries;

    /** @param retries the number of retries; negative if unknown */
    private Delays(Interval interval, int retries) {
        this.interval = interval;
        this.retries = retries;
    }

    static PolicySettings of(Interval interval, String maxAttempts) {
        int retries = maxAttempts.matches("\\d{1,9}") ? Integer.parseInt(maxAttempts) - 1 : -1;
        return new Delays(interval, retries).settings();
    }

    private PolicySettings settings() {
        if (interval.multiplier() == null) {
            return constant(interval.first());
        }
        return List.of(interval.first(), interval.multiplier(), orEmpty(interval.max())).stream()
                        .anyMatch(value -> value.contains("${"))
                ? growing(interval.first(), interval.multiplier(), interval.max())
                : growing(millis(WAIT, interval.first()), Double.parseDouble(interval.multiplier()));
    }

    private PolicySettings constant(String wait) {
        if (wait.contains("${")) {
            return jitter(base("constant", wait).with("max-delay", NO_BOUND));
        }
        long millis = interval.factor() == null ? Durations.millis(WAIT, wait) : millis(WAIT, wait);
        long longest = (long) Math.ceil(millis * (1 + factor()));
        return jitter(base("constant", Durations.text(millis))
                .with("max-delay", Durations.text(Math.max(longest, USUAL_BOUND))));
    }

    private PolicySettings growing(long wait, double multiplier) {
        long max = interval.max() == null ? Long.MAX_VALUE : millis("exponential-max-wait-duration", interval.max());
        if (multiplier >= 1 && max <= wait * (1 - factor())) {
            return constantly(max);
        }
        if (multiplier < 1 || max < wait || isTruncated(wait, multiplier, max)) {
            return list(wait, multiplier, max);
        }
        return growing(
                Durations.text(wait), String.valueOf(interval.multiplier()), max == Long.MAX_VALUE ? null : text(max));
    }

    private static PolicySettings constantly(long max) {
        return base("constant", Durations.text(max))
                .with("max-delay", Durations.text(Math.max(max, USUAL_BOUND)))
                .with("jitter", "none");
    }

    private static String text(long millis) {
        return Durations.text(millis);
    }

    private PolicySettings growing(String wait, String multiplier, @Nullable String max) {
        PolicySettings growing = base("exponential", wait)
                .with("multiplier", multiplier)
                .with("max-delay", max == null ? NO_BOUND : max);
        return max == null || interval.factor() == null ? jitter(growing) : jitter(growing.with("cap", "clip"));
    }

    /**
     * Whether the delays of Resilience4j are significantly shorter than the exact ones, because Resilience4j truncates
     * each delay to whole milliseconds.
     */
    private boolean isTruncated(long wait, double multiplier, long max) {
        double exact = wait;
        long cut = wait;
        for (int retry = 1; retry < retries && cut < max; retry++) {
            exact *= multiplier;
            cut = (long) (cut * multiplier);
            if (Math.min(exact, max) - Math.min(cut, max) > 2 + exact / 1000) {
                return true;
            }
        }
        return false;
    }

    /** Returns settings with the {@code list} strategy, for delays that no other strategy can express. */
    private PolicySettings list(long wait, double multiplier, long max) {
        if (retries < 0 || retries > LONGEST_LIST || interval.factor() != null) {
            throw Unsupported.delay("no policy has delays of %s × %s^n%s"
                    .formatted(Durations.text(wait), multiplier, interval.factor() == null ? "" : " with jitter"));
        }
        var delays = new ArrayList<String>();
        for (long delay = wait; delays.size() < Math.max(retries, 1); delay = (long) (delay * multiplier)) {
            delays.add(Durations.text(Math.min(delay, max)));
        }
        return PolicySettings.empty()
                .with("strategy", "list")
                .with("delays", delays)
                .with("jitter", "none");
    }

    private static PolicySettings base(String strategy, String delay) {
        return PolicySettings.empty().with("strategy", strategy).with("delay", delay);
    }

    private PolicySettings jitter(PolicySettings settings) {
        String factor = interval.factor();
        return factor == null
                ? settings.with("jitter", "none")
                : settings.with("jitter", "proportional").with("jitter-factor", factor);
    }

    private double factor() {
        String factor = interval.factor();
        return factor == null ? 0 : factor.contains("${") ? 1 : Double.parseDouble(factor);
    }

    private static long millis(String field, String text) {
        long millis = Durations.millis(field, text);
        if (millis < 1) {
            throw Unsupported.delay("the application does not start with '%s: %s'".formatted(field, text));
        }
        return millis;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
