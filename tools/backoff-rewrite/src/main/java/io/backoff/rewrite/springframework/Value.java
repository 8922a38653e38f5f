package io.backoff.rewrite.springframework;

/**
 * The value of an attribute: a literal or a placeholder.
 *
 * @param number milliseconds, a factor or a count; NaN if the value is known only at run time
 * @param text the value for a policy
 */
record Value(double number, String text) {

    private static final double[] MILLIS = {86_400_000, 3_600_000, 60_000, 1000};
    private static final String[] UNITS = {"d", "h", "m", "s"};

    static Value placeholder(String text) {
        return new Value(Double.NaN, text);
    }

    static Value ofMillis(double millis) {
        for (int i = 0; i < UNITS.length; i++) {
            if (millis > 0 && millis % MILLIS[i] == 0) {
                return new Value(millis, (long) (millis / MILLIS[i]) + UNITS[i]);
            }
        }
        return new Value(millis, (long) millis + "ms");
    }

    static Value ofFactor(double factor) {
        long whole = (long) factor;
        return new Value(factor, whole == factor ? Long.toString(whole) : Double.toString(factor));
    }

    boolean isKnown() {
        return !Double.isNaN(number);
    }

    boolean is(double expected) {
        return number == expected;
    }
}
