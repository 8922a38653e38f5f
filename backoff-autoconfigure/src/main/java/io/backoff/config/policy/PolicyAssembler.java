package io.backoff.config.policy;

import io.backoff.aop.ResultExpression;
import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifier;
import io.backoff.classify.FailureClassifier;
import io.backoff.classify.FailureRules;
import io.backoff.classify.ResponseExtractor;
import io.backoff.classify.ResultRule;
import io.backoff.classify.StatusRanges;
import io.backoff.config.Strategy;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Limits;
import java.time.Duration;
import java.util.List;

/** Builds a policy from its effective properties, which have passed the checks. */
public final class PolicyAssembler {

    private final List<Classifier> classifiers;
    private final List<ResponseExtractor> extractors;
    private final boolean enabled;

    /**
     * Creates an assembler for an application.
     *
     * @param enabled whether retries are made at all
     */
    public PolicyAssembler(List<Classifier> classifiers, List<ResponseExtractor> extractors, boolean enabled) {
        this.classifiers = classifiers;
        this.extractors = extractors;
        this.enabled = enabled;
    }

    BackoffPolicy assemble(LayeredPolicy policy, RetryBudget budget) {
        return new BackoffPolicy(
                policy.name(),
                enabled && policy.flag("enabled"),
                delay(policy),
                policy.flag("wait-first"),
                limits(policy),
                new FailureClassifier(rules(policy), classifiers, extractors),
                budget,
                results(policy),
                policy.flag("retry-after-first-element"));
    }

    private static Delay delay(LayeredPolicy policy) {
        try {
            return uncheckedDelay(policy);
        } catch (IllegalArgumentException failure) {
            throw policy.invalid("delay", String.valueOf(failure.getMessage()), "Use a longer delay.");
        }
    }

    private static Delay uncheckedDelay(LayeredPolicy policy) {
        long delay = policy.duration("delay").toNanos();
        long max = policy.duration("max-delay").toNanos();
        long granularity = policy.duration("granularity").toNanos();
        return switch (policy.strategy()) {
            case NONE, STOP -> Delay.NONE;
            case BINARY_EXPONENTIAL -> Delay.binaryExponential(delay, policy.integer("ceiling"), policy.cap(), max);
            case DECORRELATED -> Delay.decorrelated(delay, max, granularity);
            case LIST -> Delay.of(growth(policy, delay), jitter(policy), policy.cap(), Long.MAX_VALUE, granularity);
            default -> Delay.of(growth(policy, delay), jitter(policy), policy.cap(), max, granularity);
        };
    }

    private static Growth growth(LayeredPolicy policy, long delay) {
        return switch (policy.strategy()) {
            case LINEAR -> Growth.linear(delay, policy.duration("increment").toNanos());
            case EXPONENTIAL -> Growth.exponential(delay, policy.number("multiplier"));
            case POLYNOMIAL -> Growth.polynomial(delay, policy.number("exponent"));
            case FIBONACCI -> Growth.fibonacci(delay);
            case LIST ->
                Growth.list(policy.<Duration>list("delays").stream()
                        .mapToLong(Duration::toNanos)
                        .toArray());
            default -> Growth.constant(delay);
        };
    }

    private static Jitter jitter(LayeredPolicy policy) {
        return switch (policy.jitter()) {
            case NONE -> Jitter.none();
            case FULL -> Jitter.full();
            case EQUAL -> Jitter.equal();
            case PROPORTIONAL -> Jitter.proportional(policy.number("jitter-factor"));
            case ADDITIVE -> Jitter.additive(policy.duration("jitter-amount").toNanos());
        };
    }

    private static Limits limits(LayeredPolicy policy) {
        Limits limits = new Limits(
                policy.integer("max-attempts"), policy.duration("max-elapsed"), policy.duration("attempt-timeout"));
        return policy.strategy() == Strategy.STOP ? limits.once() : limits;
    }

    private static FailureRules rules(LayeredPolicy policy) {
        return new FailureRules(
                policy.list("retry-on"),
                policy.list("abort-on"),
                statuses(policy),
                BuiltInPolicies.sqlStates(policy.setting("retry-on").origin()),
                policy.flag("honor-retry-after"));
    }

    private static StatusRanges statuses(LayeredPolicy policy) {
        try {
            return StatusRanges.parse(policy.list("retry-on-status"));
        } catch (IllegalArgumentException failure) {
            throw policy.invalid(
                    "retry-on-status", String.valueOf(failure.getMessage()), "For example '429, 5xx, 520-526'.");
        }
    }

    private static ResultRule results(LayeredPolicy policy) {
        String text = policy.text("retry-on-result");
        return text.isBlank() ? ResultRule.ACCEPT_ALL : expression(policy, text);
    }

    private static ResultRule expression(LayeredPolicy policy, String text) {
        try {
            return ResultExpression.parse(text);
        } catch (IllegalArgumentException failure) {
            throw policy.invalid(
                    "retry-on-result",
                    String.valueOf(failure.getMessage()),
                    "Write a SpEL condition over #result, as in '#result.pending'.");
        }
    }
}
