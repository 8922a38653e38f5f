package io.backoff.config.policy;

import io.backoff.config.PolicyProperties;
import io.backoff.config.Setting;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import java.time.Duration;

/** Builds the delays of a policy. */
record PolicyDelays(LayeredPolicy policy) {

    /** Builds the usual delay before a retry. */
    Delay usual() {
        return delay("delay", policy.get(PolicyProperties::delay));
    }

    /** Builds the delay before a retry after throttling. */
    Delay throttled() {
        return delay(BuiltInPolicies.THROTTLED_DELAY, throttledDelay());
    }

    /**
     * The base delay after throttling, at most {@code max-delay}. Unless configured, it is at least {@code delay}: a
     * throttling callee is not called sooner than others.
     */
    private Duration throttledDelay() {
        Duration usual = policy.get(PolicyProperties::delay);
        Duration throttled = policy.get(PolicyProperties::throttledDelay);
        boolean byDefault =
                policy.setting(BuiltInPolicies.THROTTLED_DELAY).origin().equals(Setting.DEFAULT);
        if (throttled.isZero() || byDefault && throttled.compareTo(usual) < 0) {
            return usual;
        }
        Duration max = policy.get(PolicyProperties::maxDelay);
        // A bound of 0 applies to the usual delay too.
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
        long max = policy.get(PolicyProperties::maxDelay).toNanos();
        long granularity = policy.get(PolicyProperties::granularity).toNanos();
        return switch (policy.strategy()) {
            case NONE, STOP -> Delay.NONE;
            case BINARY_EXPONENTIAL ->
                Delay.binaryExponential(
                        first, policy.get(PolicyProperties::ceiling), policy.get(PolicyProperties::cap), max);
            case DECORRELATED -> Delay.decorrelated(first, max, granularity);
            case LIST ->
                Delay.of(growth(first), jitter(), policy.get(PolicyProperties::cap), Long.MAX_VALUE, granularity);
            default -> Delay.of(growth(first), jitter(), policy.get(PolicyProperties::cap), max, granularity);
        };
    }

    private Growth growth(long first) {
        return switch (policy.strategy()) {
            case LINEAR ->
                Growth.linear(first, policy.get(PolicyProperties::increment).toNanos());
            case EXPONENTIAL -> Growth.exponential(first, policy.get(PolicyProperties::multiplier));
            case POLYNOMIAL -> Growth.polynomial(first, policy.get(PolicyProperties::exponent));
            case FIBONACCI -> Growth.fibonacci(first);
            case LIST ->
                Growth.list(policy.get(PolicyProperties::delays).stream()
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
            case PROPORTIONAL -> Jitter.proportional(policy.get(PolicyProperties::jitterFactor));
            case ADDITIVE ->
                Jitter.additive(policy.get(PolicyProperties::jitterAmount).toNanos());
        };
    }
}
