package io.backoff.rewrite.resilience4j;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The delays of an instance. Values are spelled as in the configuration, or are defaults of Resilience4j.
 *
 * @param first the first delay
 * @param multiplier the growth factor, or null if there is none
 * @param factor the randomization factor, or null if there is none
 * @param max the longest delay, or null if there is no bound
 */
record Interval(
        String first,
        @Nullable String multiplier,
        @Nullable String factor,
        @Nullable String max) {

    static final Interval DEFAULT = new Interval("500ms", null, null, null);

    /**
     * Returns the effective delays. As in Resilience4j, the maximum delay takes effect only if the delays grow and a
     * multiplier is set. If the delays are also random, it takes effect only if a randomization factor is set too.
     */
    static Interval of(String wait, Map<String, String> fields) {
        boolean grows = isTrue(fields, "enableexponentialbackoff");
        boolean random = isTrue(fields, "enablerandomizedwait");
        String multiplier = value(fields, "exponentialbackoffmultiplier");
        String factor = value(fields, "randomizedwaitfactor");
        String max = value(fields, "exponentialmaxwaitduration");
        if (!grows) {
            return new Interval(wait, null, random ? orElse(factor, "0.5") : null, null);
        }
        String growth = orElse(multiplier, "1.5");
        if (!random) {
            return new Interval(wait, growth, null, multiplier == null ? null : max);
        }
        boolean complete = multiplier != null && factor != null;
        return new Interval(wait, growth, multiplier == null ? "0.5" : orElse(factor, "0.5"), complete ? max : null);
    }

    private static boolean isTrue(Map<String, String> fields, String name) {
        String value = value(fields, name);
        if (value != null && value.contains("${")) {
            throw Unsupported.placeholder(name);
        }
        return value != null && value.matches("(?i)true|on|yes|1");
    }

    static @Nullable String value(Map<String, String> fields, String name) {
        String value = fields.get(name);
        return value == null || value.isBlank() ? null : value;
    }

    private static String orElse(@Nullable String value, String other) {
        return value == null ? other : value;
    }
}
