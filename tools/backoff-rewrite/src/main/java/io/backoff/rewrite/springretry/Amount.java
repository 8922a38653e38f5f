package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.Attributes;
import io.backoff.rewrite.java.CannotMigrateException;
import org.jspecify.annotations.Nullable;

/**
 * A number in an annotation of spring-retry, such as a delay. The number comes from a numeric attribute, such as
 * {@code delay}, or from an expression attribute, such as {@code delayExpression}.
 *
 * @param text the effective number or placeholder
 * @param number the effective number, or null for a placeholder
 * @param compared the number that spring-retry compares to choose between its kinds of delays; null if this number is
 *     known only at startup. If an expression is evaluated at run time, spring-retry compares the numeric attribute
 * @param supplied whether the value is evaluated at run time
 */
record Amount(
        String text, @Nullable Double number, @Nullable Double compared, boolean supplied) {

    /**
     * Reads an attribute.
     *
     * @param written the number in the numeric attribute, such as {@code delay}
     */
    static Amount of(Attributes attributes, String expression, double written) {
        String text = attributes.text(expression).orElse("");
        if (text.isBlank()) {
            return new Amount(plain(written), written, written, false);
        }
        Expression parsed = Expression.parse(expression, text);
        return parsed.template()
                ? new Amount(parsed.text(), parsed.number(), parsed.number(), false)
                : new Amount(parsed.text(), parsed.number(), written, true);
    }

    /** Whether this amount exceeds another one when spring-retry compares them. */
    boolean exceeds(Amount other) {
        return known() > other.known();
    }

    double known() {
        if (compared == null) {
            throw new CannotMigrateException(
                    "the kind of delay depends on the value of '" + text + "': write a number", "delays");
        }
        return compared;
    }

    /** Returns the number, for use where a placeholder is not possible. */
    double required(String purpose) {
        if (number == null) {
            throw new CannotMigrateException(
                    "'" + text + "' would be part of a sum in " + purpose + ": write a number", "delays");
        }
        return number;
    }

    static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }
}
