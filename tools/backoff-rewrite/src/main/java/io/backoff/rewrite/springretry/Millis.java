package io.backoff.rewrite.springretry;

/** Formats numbers of milliseconds as durations. */
final class Millis {

    private static final double NANOS = 1e6;
    // A hundred years. Longer delays are cut to this value, because policies reject durations of more than 292 years.
    private static final double LONGEST = 36_500 * 86_400_000.0;

    private Millis() {}

    /** Formats a delay. Spring-retry raises a delay to at least 1 ms, unless it is evaluated at run time. */
    static String of(Amount amount) {
        if (amount.number() == null) {
            return amount.text() + "ms";
        }
        return of(amount.supplied() ? Math.max(0, amount.number()) : Math.max(1, amount.number()));
    }

    static String of(double millis) {
        if (millis != Math.rint(millis)) {
            return Math.round(millis * NANOS) + "ns";
        }
        if (millis > LONGEST) {
            return "36500d";
        }
        long whole = (long) millis;
        return whole > 0 && whole % 1000 == 0 ? whole / 1000 + "s" : whole + "ms";
    }
}
