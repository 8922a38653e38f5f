package io.backoff.config.policy;

import io.backoff.config.Setting;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import java.time.Duration;

/** Builds the delays of a policy. */
record PolicyDelays(LayeredPolicy policy) {

    /** The pause before a retry. */
    Delay usual() {
        return delay("delay", policy.duration("delay"));
    }

    /** The pause before a retry of a callee that asked to slow down. */
    Delay throttled() {
        return delay(BuiltInPolicies.THROTTLED_DELAY, throttledDelay());
    }

    /**
     * The first delay after throttling, at most {@code max-delay}. Unless somebody has set it, it is at least
     * {@code delay}: a callee that asks to slow down is not called sooner than any other.
     */
    private Duration throttledDelay() {
        Duration usual = policy.duration("delay");
        Setting setting = policy.setting(BuiltInPolicies.THROTTLED_DELAY);
        Duration throttled = (Duration) setting.value();
        boolean shorterByDefault = setting.origin().equals(Setting.DEFAULT) && throttled.compareTo(usual) < 0;
        if (throttled.isZero() || shorterByDefault) {
            return usual;
        }
        Duration max = policy.duration("max-delay");
        // A bound of 0 bounds the usual delay as well.
        return throttled.compareTo(max) <= 0 ? throttled : max.isZero() ? usual : max;
    }

    private Delay delay(String field, Duration first) {
        try {
            return unchecked(first.toNanos());
        } catch (IllegalArgumentException failure) {
            throw policy.invalid(field, String.valueOf(failure.getMessage()), "Use a longer delay.");
        }
    }

    private Delay unchecked(long first) {
        long max = policy.duration("max-delay").toNanos();
        long granularity = policy.duration("granularity").toNanos();
        return switch (policy.strategy()) {
            case NONE, STOP -> Delay.NONE;
            case BINARY_EXPONENTIAL -> Delay.binaryExponential(first, policy.integer("ceiling"), policy.cap(), max);
            case DECORRELATED -> Delay.decorrelated(first, max, granularity);
            case LIST -> Delay.of(growth(first), jitter(), policy.cap(), Long.MAX_VALUE, granularity);
            default -> Delay.of(growth(first), jitter(), policy.cap(), max, granularity);
        };
    }

    private Growth growth(long first) {
        return switch (policy.strategy()) {
            case LINEAR -> Growth.linear(first, policy.duration("increment").toNanos());
            case EXPONENTIAL -> Growth.exponential(first, policy.number("multiplier"));
            case POLYNOMIAL -> Growth.polynomial(first, policy.number("exponent"));
            case FIBONACCI -> Growth.fibonacci(first);
            case LIST ->
                Growth.list(policy.<Duration>list("delays").stream()
                        .mapToLong(Duration::toNanos)
                        .toArray());
            default -> Growth.constant(first);
        };
    }

    private Jitter jitter() {
        return switch (policy.jitter()) {
            case NONE -> Jitter.none();
            case FULL -> Jitter.full();
            case EQUAL -> Jitter.equal();
            case PROPORTIONAL -> Jitter.proportional(policy.number("jitter-factor"));
            case ADDITIVE -> Jitter.additive(policy.duration("jitter-amount").toNanos());
        };
    }
}
