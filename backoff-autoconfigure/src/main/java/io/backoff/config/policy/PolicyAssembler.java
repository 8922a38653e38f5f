package io.backoff.config.policy;

import io.backoff.aop.ResultExpression;
import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifier;
import io.backoff.classify.FailureClassifier;
import io.backoff.classify.FailureGroups;
import io.backoff.classify.FailureRules;
import io.backoff.classify.ListDistances;
import io.backoff.classify.ResponseExtractor;
import io.backoff.classify.ResultRule;
import io.backoff.classify.RetriedGrpcStatuses;
import io.backoff.classify.StatusRanges;
import io.backoff.config.FeatureModule;
import io.backoff.config.Strategy;
import io.backoff.delay.HintSpread;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Limits;
import java.util.List;

/** Builds a policy from its effective properties, which have passed the checks. */
public final class PolicyAssembler {

    private final List<Classifier> classifiers;
    private final List<ResponseExtractor> extractors;
    private final FailureGroups groups;
    private final boolean enabled;

    /**
     * Creates an assembler for an application.
     *
     * @param enabled whether retries are made at all
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
                enabled && policy.flag("enabled"),
                delays(policy),
                limits(policy),
                new FailureClassifier(rules(policy), classifiers, extractors, groups),
                budget,
                results(policy),
                policy.flag("retry-after-first-element"));
    }

    private static Delays delays(LayeredPolicy policy) {
        PolicyDelays delays = new PolicyDelays(policy);
        return new Delays(
                delays.usual(),
                delays.throttled(),
                new HintSpread(policy.number("retry-after-spread")),
                policy.flag("wait-first"));
    }

    private static Limits limits(LayeredPolicy policy) {
        Limits limits = new Limits(
                policy.integer("max-attempts"), policy.duration("max-elapsed"), policy.duration("attempt-timeout"));
        return policy.strategy() == Strategy.STOP ? limits.once() : limits;
    }

    private static FailureRules rules(LayeredPolicy policy) {
        return new FailureRules(
                FailureNames.read(policy, "retry-on"),
                FailureNames.read(policy, "abort-on"),
                statuses(policy),
                grpcStatuses(policy),
                BuiltInPolicies.sqlStates(policy.setting("retry-on").origin()),
                policy.flag("honor-retry-after"),
                new ListDistances(
                        policy.distance("retry-on"),
                        policy.distance("retry-on-status"),
                        policy.distance("retry-on-grpc-status")));
    }

    private static StatusRanges statuses(LayeredPolicy policy) {
        try {
            return StatusRanges.parse(policy.list("retry-on-status"));
        } catch (IllegalArgumentException failure) {
            throw policy.invalid(
                    "retry-on-status", String.valueOf(failure.getMessage()), "For example '429, 5xx, 520-526'.");
        }
    }

    private static RetriedGrpcStatuses grpcStatuses(LayeredPolicy policy) {
        String field = "retry-on-grpc-status";
        boolean explicit = !BuiltInPolicies.isOrigin(policy.setting(field).origin());
        try {
            RetriedGrpcStatuses statuses = RetriedGrpcStatuses.parse(policy.list(field), explicit);
            requireGrpc(policy, field);
            return statuses;
        } catch (IllegalArgumentException failure) {
            throw policy.invalid(field, String.valueOf(failure.getMessage()), "For example 'UNAVAILABLE, ABORTED'.");
        }
    }

    // Presets and the defaults list statuses whether or not the application uses gRPC.
    private static void requireGrpc(LayeredPolicy policy, String field) {
        if (policy.writes(field) && !FeatureModule.GRPC.isPresent()) {
            List<FeatureModule> needed = List.of(FeatureModule.GRPC);
            throw policy.invalid(field, FeatureModule.absence(needed), FeatureModule.remedy(needed));
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
