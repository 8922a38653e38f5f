package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.Attributes;
import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicySettings;
import org.jspecify.annotations.Nullable;

/** Translates the delays of {@code @Backoff} of spring-retry. */
final class Delays {

    private static final double DEFAULT_DELAY = 1000;
    private static final double DEFAULT_MAX_DELAY = 30_000;

    private final Attributes attributes;
    private final Amount delay;
    private final Amount maxDelay;
    private final Amount multiplier;

    private Delays(Attributes attributes) {
        this.attributes = attributes;
        delay = Amount.of(attributes, "delayExpression", writtenDelay());
        maxDelay = Amount.of(attributes, "maxDelayExpression", number("maxDelay", 0));
        multiplier = Amount.of(
                attributes,
                "multiplierExpression",
                attributes.fraction("multiplier").orElse(0.0));
    }

    /**
     * Adds the delays.
     *
     * @param attempts the number of attempts, or null if only the configuration knows it
     */
    static PolicySettings add(PolicySettings settings, Attributes backoff, @Nullable Double attempts) {
        return new Delays(backoff).add(settings, attempts);
    }

    private PolicySettings add(PolicySettings settings, @Nullable Double attempts) {
        if (multiplier.supplied() || multiplier.known() > 0) {
            return new GrowingDelays(delay, longest(), multiplier, isRandom(), attempts).add(settings);
        }
        return maxDelay.exceeds(delay) ? uniform(settings) : constant(settings);
    }

    private PolicySettings constant(PolicySettings settings) {
        String text = Millis.of(delay);
        return settings.with("strategy", "constant")
                .with("delay", text)
                .with("max-delay", text)
                .with("jitter", "none");
    }

    private PolicySettings uniform(PolicySettings settings) {
        double shortest = delay.required("'jitter-amount'");
        double longest = maxDelay.required("'jitter-amount'");
        if (!delay.supplied()) {
            shortest = Math.max(1, shortest);
        }
        if (longest <= shortest) {
            return constant(settings);
        }
        return settings.with("strategy", "constant")
                .with("delay", Millis.of(shortest))
                .with("max-delay", Millis.of(longest))
                .with("jitter", "additive")
                .with("jitter-amount", Millis.of(longest - shortest));
    }

    /** The bound of growing delays. */
    private Amount longest() {
        if (maxDelay.supplied()) {
            return maxDelay;
        }
        // The delay is compared only if a bound is set; without a bound, the delay may be a placeholder.
        boolean bound = maxDelay.known() > 0 && maxDelay.exceeds(delay);
        double longest = bound ? maxDelay.known() : DEFAULT_MAX_DELAY;
        return new Amount(Amount.plain(longest), longest, longest, false);
    }

    private boolean isRandom() {
        boolean random = attributes.flag("random").orElse(false);
        String expression = attributes.text("randomExpression").orElse("").strip();
        return switch (expression) {
            case "" -> random;
            case "true", "#{true}" -> true;
            case "false" -> random;
            case "#{false}" -> false;
            default ->
                throw new CannotMigrateException(
                        "'randomExpression' is not true or false: write one of them", "annotations");
        };
    }

    private double writtenDelay() {
        if (attributes.has("value") && attributes.has("delay") && number("value", 0) != number("delay", 0)) {
            throw new CannotMigrateException(
                    "'value' and 'delay' differ, which spring-retry rejects: keep one", "annotations");
        }
        return attributes.has("delay") ? number("delay", DEFAULT_DELAY) : number("value", DEFAULT_DELAY);
    }

    private double number(String name, double otherwise) {
        return attributes.number(name).map(Long::doubleValue).orElse(otherwise);
    }
}
