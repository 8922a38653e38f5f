package io.backoff.rewrite.springframework;

import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.ArrayList;
import java.util.List;

/** Translates the delays of {@code @Retryable} into the fields of a policy. */
final class Delays {

    private static final String SECTION = "delays";
    private static final int LONGEST_LIST = 20;
    private static final int LOOK_AHEAD = 1000;

    private Delays() {}

    static PolicySettings add(PolicySettings settings, AttributeValues values) {
        Value delay = values.delay();
        Value jitter = values.jitter();
        Value multiplier = values.multiplier();
        Value maxDelay = values.maxDelay();
        if (delay.is(0) && !jitter.is(0)) {
            throw new CannotMigrateException(
                    "in some versions of Spring Framework, 'jitter' without a 'delay' makes every retry fail: set a 'delay'",
                    SECTION);
        }
        if (delay.is(0)) {
            return settings.with("strategy", "none");
        }
        if (multiplier.is(1)) {
            return constant(settings, delay, jitter, maxDelay);
        }
        if (!jitter.is(0)) {
            throw new CannotMigrateException(
                    "in Spring Framework, 'jitter' with a multiplier never makes the first delay shorter than 'delay': write '@Backoff' and a policy with 'jitter: proportional' by hand",
                    SECTION);
        }
        return growing(settings, delay, multiplier, maxDelay, values.maxRetries());
    }

    private static PolicySettings constant(PolicySettings settings, Value delay, Value jitter, Value maxDelay) {
        Value first = least(delay, maxDelay);
        PolicySettings constant = settings.with("strategy", "constant")
                .with("delay", first.text())
                .with("max-delay", maxDelay.text());
        if (jitter.is(0) || first.is(maxDelay.number())) {
            return constant.with("jitter", "none");
        }
        return constant.with("jitter", "additive")
                .with("jitter-amount", amount(first, jitter, maxDelay).text());
    }

    /**
     * Returns the amount of jitter. Spring Framework cuts the range of random delays at the longest delay, and then
     * draws a delay from the rest of the range.
     */
    private static Value amount(Value delay, Value jitter, Value maxDelay) {
        if (maxDelay.is(AttributeValues.UNBOUNDED)) {
            return jitter;
        }
        if (!delay.isKnown() || !jitter.isKnown() || !maxDelay.isKnown()) {
            throw new CannotMigrateException("the sum of placeholders may exceed 'maxDelay': write numbers", SECTION);
        }
        return Value.ofMillis(Math.min(jitter.number(), maxDelay.number() - delay.number()));
    }

    private static PolicySettings growing(
            PolicySettings settings, Value delay, Value multiplier, Value maxDelay, Value maxRetries) {
        Value first = least(delay, maxDelay);
        double retries = maxRetries.isKnown() ? maxRetries.number() : Double.MAX_VALUE;
        if (delay.isKnown() && multiplier.isKnown() && maxDelay.isKnown()) {
            List<Long> theirs = theirs(delay, multiplier, maxDelay, retries);
            if (!isExponential(theirs, first, multiplier, maxDelay)) {
                return list(settings, theirs, retries);
            }
        }
        return settings.with("strategy", "exponential")
                .with("delay", first.text())
                .with("multiplier", multiplier.text())
                .with("max-delay", maxDelay.text())
                .with("jitter", "none");
    }

    private static Value least(Value delay, Value maxDelay) {
        return delay.number() > maxDelay.number() ? maxDelay : delay;
    }

    /**
     * Returns the delays that Spring Framework would use. It truncates each delay to whole milliseconds before it
     * multiplies the delay.
     */
    private static List<Long> theirs(Value delay, Value multiplier, Value maxDelay, double retries) {
        var delays = new ArrayList<Long>();
        double next = Math.min(delay.number(), maxDelay.number());
        for (int i = 0; i < Math.min(retries, LOOK_AHEAD); i++) {
            delays.add((long) next);
            next = Math.min((long) (next * multiplier.number()), maxDelay.number());
        }
        return delays;
    }

    private static boolean isExponential(List<Long> theirs, Value delay, Value multiplier, Value maxDelay) {
        for (int i = 0; i < theirs.size(); i++) {
            double ours = Math.min(delay.number() * Math.pow(multiplier.number(), i), maxDelay.number());
            if (ours - theirs.get(i) > Math.max(1, ours / 1000)) {
                return false;
            }
        }
        return true;
    }

    private static PolicySettings list(PolicySettings settings, List<Long> delays, double retries) {
        if (retries > LONGEST_LIST) {
            throw new CannotMigrateException(
                    "Spring Framework truncates delays to whole milliseconds, so they grow more slowly: write '@Backoff' and a policy by hand",
                    SECTION);
        }
        return settings.with("strategy", "list")
                .with("delays", delays.stream().map(delay -> delay + "ms").toList())
                .commented("delays", "as before: each delay is cut to whole milliseconds")
                .with("jitter", "none");
    }
}
