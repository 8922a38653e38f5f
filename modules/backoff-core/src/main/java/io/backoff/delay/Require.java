package io.backoff.delay;

/** Argument checks. The message of their exception names the argument and the rule. */
final class Require {

    private Require() {}

    static void atLeast(String name, long value, long min) {
        if (value < min) {
            throw broken(name, "be at least " + min, value);
        }
    }

    static void atLeast(String name, double value, long min) {
        // The condition is negated, so that NaN is rejected too.
        if (!(value >= min)) {
            throw broken(name, "be at least " + min, value);
        }
        if (value == Double.POSITIVE_INFINITY) {
            throw broken(name, "be finite", value);
        }
    }

    static void between(String name, double value, long min, long max) {
        if (!(value >= min && value <= max)) {
            throw broken(name, "be between " + min + " and " + max, value);
        }
    }

    static void between(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw broken(name, "be between " + min + " and " + max, value);
        }
    }

    static void notEmpty(String name, int length) {
        if (length == 0) {
            throw new IllegalArgumentException("'" + name + "' must not be empty");
        }
    }

    private static IllegalArgumentException broken(String name, String rule, Object value) {
        return new IllegalArgumentException("'" + name + "' must " + rule + " but was " + value);
    }
}
