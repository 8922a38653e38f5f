package io.backoff.adopt;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.FailureRules;
import io.backoff.classify.FailureSelection;
import io.backoff.classify.ListDistances;
import io.backoff.classify.ResultRule;
import io.backoff.classify.RetriedGrpcStatuses;
import io.backoff.classify.StatusRanges;
import io.backoff.config.change.PolicyStore;
import io.backoff.delay.Delay;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.method.MethodTag;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Limits;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creates the guards of adopted methods from the policy and the budget of each method. */
final class AdoptedMethodFactory {

    /**
     * The value of the meter tag {@code policy} for methods that have neither a mapped policy nor a Resilience4j
     * instance.
     */
    static final String UNNAMED = "adopted";

    private static final String DEFAULT = "default";
    private static final StatusRanges EVERY_STATUS = StatusRanges.parse(List.of("100-999"));

    private final Engine engine;
    private final BackoffPolicies policies;
    private final PolicyStore store;
    private final PolicyMapping mapping;
    private final AdoptMode mode;

    AdoptedMethodFactory(
            Engine engine, BackoffPolicies policies, PolicyStore store, PolicyMapping mapping, AdoptMode mode) {
        this.engine = engine;
        this.policies = policies;
        this.store = store;
        this.mapping = mapping;
        this.mode = mode;
    }

    /**
     * Creates the guards of a method.
     *
     * @param governable whether a call ends once its retries are denied; {@code false} if the library would go on
     *     forever
     */
    AdoptedGuards guards(Method method, Class<?> targetClass, LibrarySettings retry, boolean governable) {
        String mapped = mapping.of(method, targetClass, retry.instance());
        String tag = MethodTag.of(method, targetClass);
        String name = mapped != null ? mapped : retry.instance() != null ? retry.instance() : UNNAMED;
        CurrentPolicy followed = CurrentPolicy.of(policies, mapped != null ? mapped : DEFAULT);
        Guard observing = Guard.of(
                engine.observing(),
                followed.adapted(policy -> adapted(policy, name, true, retry, RetryBudget.UNLIMITED)),
                tag);
        Guard governing = governable ? governing(followed, name, retry, tag, mapped) : null;
        return new AdoptedGuards(observing, governing, mapped != null);
    }

    boolean governs() {
        return mode == AdoptMode.GOVERN;
    }

    private @Nullable Guard governing(
            CurrentPolicy followed, String name, LibrarySettings retry, String tag, @Nullable String mapped) {
        if (!governs()) {
            return null;
        }
        RetryBudget own = mapped == null ? store.budget(tag) : null;
        return Guard.of(
                engine.governing(),
                followed.adapted(
                        policy -> adapted(policy, name, policy.enabled(), retry, own != null ? own : policy.budget())),
                tag);
    }

    /** Adapts a policy: the library decides on attempts, delays and failures; the policy's other settings apply. */
    private static BackoffPolicy adapted(
            BackoffPolicy policy, String name, boolean enabled, LibrarySettings retry, RetryBudget budget) {
        Delays none = new Delays(Delay.NONE, Delay.NONE, policy.delays().retryAfterSpread(), false);
        int attempts = retry.maxAttempts() == LibrarySettings.UNLIMITED ? 0 : retry.maxAttempts();
        Limits limits = new Limits(attempts, policy.limits().maxElapsed(), Duration.ZERO);
        return new BackoffPolicy(
                name,
                enabled,
                none,
                limits,
                policy.classifier()
                        .withRules(everyFailure(policy.classifier().rules().honorRetryAfter())),
                budget,
                ResultRule.ACCEPT_ALL,
                true,
                policy.lane(),
                policy.keys());
    }

    private static FailureRules everyFailure(boolean honorRetryAfter) {
        return new FailureRules(
                FailureSelection.of(List.of(Throwable.class)),
                FailureSelection.of(List.of()),
                EVERY_STATUS,
                RetriedGrpcStatuses.ALL,
                Set.of(),
                honorRetryAfter,
                ListDistances.EQUAL);
    }
}
