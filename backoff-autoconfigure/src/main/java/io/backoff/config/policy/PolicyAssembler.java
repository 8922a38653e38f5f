package io.backoff.config.policy;

import io.backoff.aop.ResultExpression;
import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifier;
import io.backoff.classify.FailureClassifier;
import io.backoff.classify.FailureGroup;
import io.backoff.classify.FailureGroups;
import io.backoff.classify.FailureRules;
import io.backoff.classify.FailureSelection;
import io.backoff.classify.ListDistances;
import io.backoff.classify.ResponseExtractor;
import io.backoff.classify.ResultRule;
import io.backoff.classify.RetriedGrpcStatuses;
import io.backoff.classify.StatusRanges;
import io.backoff.config.FailureName;
import io.backoff.config.FeatureModule;
import io.backoff.config.PolicyProperties;
import io.backoff.config.RejectionReason;
import io.backoff.config.Setting;
import io.backoff.config.Strategy;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import io.backoff.delay.RetryAfterSpread;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Limits;
import io.backoff.text.TruncatedText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Builds a policy from its effective, already validated properties. */
public final class PolicyAssembler {

    private static final int LONGEST_NAME = 80;

    private static final RejectionReason DELAY_REJECTED =
            new RejectionReason("no delays can be computed from it", "Use a longer delay.");
    private static final RejectionReason NO_EXCEPTION =
            new RejectionReason("one of its entries is not an exception", "Name subclasses of Throwable.");
    private static final RejectionReason NO_STATUS = new RejectionReason(
            "one of its entries is not an HTTP status, a class of statuses or a range",
            "For example '429, 5xx, 520-526'.");
    private static final RejectionReason NO_GRPC_STATUS = new RejectionReason(
            "one of its entries is not a gRPC status to retry", "For example 'UNAVAILABLE, ABORTED'.");
    private static final RejectionReason NO_CONDITION = new RejectionReason(
            "it is not a condition over #result", "Write a SpEL condition over #result, as in '#result.pending'.");

    private final List<Classifier> classifiers;
    private final List<ResponseExtractor> extractors;
    private final FailureGroups groups;
    private final boolean enabled;

    /**
     * Creates an assembler for an application.
     *
     * @param enabled whether retries are enabled
     */
    public PolicyAssembler(
            List<Classifier> classifiers, List<ResponseExtractor> extractors, FailureGroups groups, boolean enabled) {
        this.classifiers = classifiers;
        this.extractors = extractors;
        this.groups = groups;
        this.enabled = enabled;
    }

    BackoffPolicy assemble(LayeredPolicy policy, RetryBudget budget) {
        return new BackoffPolicy(
                policy.name(),
                enabled && policy.get(PolicyProperties::enabled),
                delays(policy),
                limits(policy),
                new FailureClassifier(rules(policy), classifiers, extractors, groups),
                budget,
                results(policy),
                policy.get(PolicyProperties::retryAfterFirstElement));
    }

    private static Delays delays(LayeredPolicy policy) {
        return new Delays(
                usualDelay(policy),
                delay(policy, BuiltInPolicies.THROTTLED_DELAY, throttledDelay(policy)),
                new RetryAfterSpread(policy.get(PolicyProperties::retryAfterSpread)),
                policy.get(PolicyProperties::waitFirst));
    }

    /** Builds the usual delay of a policy. */
    static Delay usualDelay(LayeredPolicy policy) {
        return delay(policy, "delay", policy.get(PolicyProperties::delay));
    }

    /**
     * The base delay after throttling, at most {@code max-delay}. If it is not configured, it is at least {@code
     * delay}, so that a throttling callee is not called sooner than other callees.
     */
    private static Duration throttledDelay(LayeredPolicy policy) {
        Duration usual = policy.get(PolicyProperties::delay);
        Duration throttled = policy.get(PolicyProperties::throttledDelay);
        boolean byDefault =
                policy.setting(BuiltInPolicies.THROTTLED_DELAY).origin().equals(Setting.DEFAULT);
        if (throttled.isZero() || byDefault && throttled.compareTo(usual) < 0) {
            return usual;
        }
        Duration max = policy.get(PolicyProperties::maxDelay);
        // If max-delay is 0, the usual delay will do, because max-delay reduces every delay to 0.
        return throttled.compareTo(max) <= 0 ? throttled : max.isZero() ? usual : max;
    }

    private static Delay delay(LayeredPolicy policy, String field, Duration first) {
        return policy.parse(field, () -> delay(policy, first.toNanos()), DELAY_REJECTED);
    }

    private static Delay delay(LayeredPolicy policy, long first) {
        long max = policy.get(PolicyProperties::maxDelay).toNanos();
        long granularity = policy.get(PolicyProperties::granularity).toNanos();
        return switch (policy.strategy()) {
            case NONE, STOP -> Delay.NONE;
            case BINARY_EXPONENTIAL ->
                Delay.binaryExponential(
                        first, policy.get(PolicyProperties::ceiling), policy.get(PolicyProperties::cap), max);
            case DECORRELATED -> Delay.decorrelated(first, max, granularity);
            case LIST ->
                Delay.of(
                        growth(policy, first),
                        jitter(policy),
                        policy.get(PolicyProperties::cap),
                        Long.MAX_VALUE,
                        granularity);
            default ->
                Delay.of(growth(policy, first), jitter(policy), policy.get(PolicyProperties::cap), max, granularity);
        };
    }

    private static Growth growth(LayeredPolicy policy, long first) {
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

    private static Jitter jitter(LayeredPolicy policy) {
        return switch (policy.jitter()) {
            case NONE -> Jitter.none();
            case FULL -> Jitter.full();
            case EQUAL -> Jitter.equal();
            case PROPORTIONAL -> Jitter.proportional(policy.get(PolicyProperties::jitterFactor));
            case ADDITIVE ->
                Jitter.additive(policy.get(PolicyProperties::jitterAmount).toNanos());
        };
    }

    private static Limits limits(LayeredPolicy policy) {
        Limits limits = new Limits(
                policy.get(PolicyProperties::maxAttempts),
                policy.get(PolicyProperties::maxElapsed),
                policy.get(PolicyProperties::attemptTimeout));
        return policy.strategy() == Strategy.STOP ? limits.once() : limits;
    }

    private static FailureRules rules(LayeredPolicy policy) {
        return new FailureRules(
                failures(policy, "retry-on", policy.get(PolicyProperties::retryOn)),
                failures(policy, "abort-on", policy.get(PolicyProperties::abortOn)),
                statuses(policy),
                grpcStatuses(policy),
                BuiltInPolicies.sqlStates(policy.setting("retry-on").origin()),
                policy.get(PolicyProperties::honorRetryAfter),
                new ListDistances(
                        policy.distance("retry-on"),
                        policy.distance("retry-on-status"),
                        policy.distance("retry-on-grpc-status")));
    }

    private static FailureSelection failures(LayeredPolicy policy, String field, List<FailureName> names) {
        List<Class<? extends Throwable>> types = new ArrayList<>();
        Set<FailureGroup> groups = EnumSet.noneOf(FailureGroup.class);
        for (FailureName name : names) {
            if (name instanceof FailureName.OfGroup named) {
                groups.add(named.group());
            } else if (name instanceof FailureName.OfType named) {
                types.add(exception(policy, field, named.type()));
            }
        }
        return new FailureSelection(types, groups);
    }

    private static Class<? extends Throwable> exception(LayeredPolicy policy, String field, Class<?> type) {
        if (!Throwable.class.isAssignableFrom(type)) {
            String name = TruncatedText.of(type.getName(), LONGEST_NAME);
            throw policy.invalid(field, name + " is not an exception", NO_EXCEPTION);
        }
        return type.asSubclass(Throwable.class);
    }

    private static StatusRanges statuses(LayeredPolicy policy) {
        return policy.parse(
                "retry-on-status", () -> StatusRanges.parse(policy.get(PolicyProperties::retryOnStatus)), NO_STATUS);
    }

    private static RetriedGrpcStatuses grpcStatuses(LayeredPolicy policy) {
        String field = "retry-on-grpc-status";
        boolean explicit = !BuiltInPolicies.isOrigin(policy.setting(field).origin());
        RetriedGrpcStatuses statuses = policy.parse(
                field,
                () -> RetriedGrpcStatuses.parse(policy.get(PolicyProperties::retryOnGrpcStatus), explicit),
                NO_GRPC_STATUS);
        // Presets and defaults list gRPC statuses in every application, so only a policy's own list requires gRPC.
        if (policy.writes(field) && !FeatureModule.GRPC.isPresent()) {
            throw policy.invalid(field, FeatureModule.rejection(List.of(FeatureModule.GRPC)));
        }
        return statuses;
    }

    private static ResultRule results(LayeredPolicy policy) {
        String text = policy.get(PolicyProperties::retryOnResult);
        return text.isBlank()
                ? ResultRule.ACCEPT_ALL
                : policy.parse("retry-on-result", () -> ResultExpression.parse(text), NO_CONDITION);
    }
}
