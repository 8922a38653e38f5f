package io.backoff.rewrite.springframework;

import io.backoff.rewrite.config.Configuration;
import io.backoff.rewrite.java.Attributes;
import io.backoff.rewrite.java.CannotMigrateException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Reads the numeric attributes of {@code @Retryable}. Each attribute has a text variant, for example {@code
 * delayString} for {@code delay}.
 */
final class AttributeValues {

    /** The longest {@code max-delay} of a policy, in milliseconds. It also applies if {@code maxDelay} is absent. */
    static final double UNBOUNDED = 365.0 * 86_400_000;

    private static final String SECTION = "annotations";
    private static final String DURATIONS = "[+]?\\d+[a-zA-Z]{0,2}|[+]?P\\S+";
    private static final String NUMBERS = "[0-9.]+";
    private static final String RETRIES = "\\d{1,9}";

    private final Attributes attributes;
    private final Placeholders placeholders;

    AttributeValues(Attributes attributes, Configuration configuration) {
        this.attributes = attributes;
        this.placeholders = new Placeholders(configuration);
    }

    /** The number of retries. */
    Value maxRetries() {
        Optional<String> text = text("maxRetries");
        if (text.filter(value -> value.contains("${")).isPresent()) {
            return placeholders.check("maxRetriesString", text.get(), RETRIES);
        }
        long retries = text.map(value -> whole("maxRetriesString", value))
                .orElse(attributes.number("maxRetries").orElse(3L));
        return require("maxRetries", Value.ofFactor(retries), retries >= 0);
    }

    Value timeout() {
        Value timeout = duration("timeout", 0);
        return require("timeout", timeout, !(timeout.number() < 0));
    }

    Value delay() {
        Value delay = duration("delay", 1000);
        return require("delay", delay, !(delay.number() < 0));
    }

    Value jitter() {
        Value jitter = duration("jitter", 0);
        return require("jitter", jitter, !(jitter.number() < 0));
    }

    /** The longest delay. */
    Value maxDelay() {
        boolean written = attributes.has("maxDelay") || text("maxDelay").isPresent();
        if (!written && unit().toMillis(1) > 1) {
            throw new CannotMigrateException(
                    "with this 'timeUnit' and no 'maxDelay', every call fails with 'long overflow': set "
                            + "'maxDelay'",
                    SECTION);
        }
        Value maxDelay = duration("maxDelay", UNBOUNDED);
        require("maxDelay", maxDelay, !(maxDelay.number() <= 0));
        return maxDelay.number() > UNBOUNDED ? Value.ofMillis(UNBOUNDED) : maxDelay;
    }

    Value multiplier() {
        Optional<String> text = text("multiplier");
        if (text.filter(value -> value.contains("${")).isPresent()) {
            return placeholders.check("multiplierString", text.get(), NUMBERS);
        }
        Optional<Double> literal = text.map(value -> parsed("multiplierString", value));
        double multiplier =
                literal.orElseGet(() -> attributes.fraction("multiplier").orElse(1.0));
        return require("multiplier", Value.ofFactor(multiplier), multiplier >= 1);
    }

    private Value duration(String name, double unset) {
        Optional<String> text = text(name);
        if (text.isPresent()) {
            return durationOf(name + "String", text.get());
        }
        return Value.ofMillis(attributes
                .number(name)
                .map(number -> (double) unit().toMillis(number))
                .orElse(unset));
    }

    private Value durationOf(String name, String text) {
        if (!text.contains("${")) {
            return Value.ofMillis(Durations.millis(name, text, unit()));
        }
        return unit() == TimeUnit.MILLISECONDS
                ? placeholders.check(name, text, DURATIONS)
                : placeholders.withUnit(name, text, unit());
    }

    private Optional<String> text(String name) {
        Optional<String> text =
                attributes.text(name + "String").map(String::trim).filter(value -> !value.isEmpty());
        if (text.filter(value -> value.contains("#{")).isPresent()) {
            throw new CannotMigrateException(
                    "the expression in '%sString' is not evaluated: write a number or a placeholder".formatted(name),
                    SECTION);
        }
        return text;
    }

    private TimeUnit unit() {
        return attributes.constant("timeUnit").map(TimeUnit::valueOf).orElse(TimeUnit.MILLISECONDS);
    }

    private static long whole(String name, String text) {
        if (!text.matches("\\d{1,18}")) {
            throw new CannotMigrateException(
                    "the value '%s' of '%s' is not a whole number of up to 18 digits: write one".formatted(text, name),
                    SECTION);
        }
        return Long.parseLong(text);
    }

    private static double parsed(String name, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException exception) {
            throw new CannotMigrateException(
                    "the value '%s' of '%s' is not a number: write one".formatted(text, name), SECTION);
        }
    }

    private static <T> T require(String name, T value, boolean valid) {
        if (!valid) {
            throw new CannotMigrateException(
                    "Spring Framework rejects this '%s' in every call: write a valid value".formatted(name), SECTION);
        }
        return value;
    }
}
