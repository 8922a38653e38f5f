package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.FailureClassifier;
import io.backoff.classify.FailureGroups;
import io.backoff.classify.FailureRules;
import io.backoff.classify.FailureSelection;
import io.backoff.classify.ListDistances;
import io.backoff.classify.ResultRule;
import io.backoff.classify.RetriedGrpcStatuses;
import io.backoff.classify.StatusRanges;
import io.backoff.delay.Delay;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.FollowedPolicy;
import io.backoff.policy.Limits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnnotatedPolicyTests {

    private Map<String, BackoffPolicy> current = Map.of("payments", policy(3));
    private final FollowedPolicy named = FollowedPolicy.of(new BackoffPolicies(() -> current), "payments");

    @Test
    void isTheNamedOneWithoutRulesOfItsOwn() {
        assertThat(annotated(List.of(), List.of())).isSameAs(named);
    }

    @Test
    void replacesRetryOn() {
        var rules = annotated(List.of(IOException.class), List.of())
                .get()
                .classifier()
                .rules();
        assertThat(rules.retryOn().types()).containsExactly(IOException.class);
        assertThat(rules.abortOn().types()).containsExactly(IllegalStateException.class);
    }

    @Test
    void addsToAbortOn() {
        var rules = annotated(List.of(), List.of(IOException.class))
                .get()
                .classifier()
                .rules();
        assertThat(rules.retryOn().types()).containsExactly(Exception.class);
        assertThat(rules.abortOn().types()).containsExactly(IllegalStateException.class, IOException.class);
    }

    @Test
    void followsAChangeOfTheNamedPolicy() {
        var annotated = annotated(List.of(IOException.class), List.of());
        annotated.get();
        current = Map.of("payments", policy(5));
        assertThat(annotated.get().limits().maxAttempts()).isEqualTo(5);
        assertThat(annotated.get().classifier().rules().retryOn().types()).containsExactly(IOException.class);
    }

    private FollowedPolicy annotated(
            List<Class<? extends Throwable>> retryOn, List<Class<? extends Throwable>> abortOn) {
        return AnnotatedPolicy.of(named, retryOn, abortOn);
    }

    private static BackoffPolicy policy(int maxAttempts) {
        var rules = new FailureRules(
                FailureSelection.of(List.of(Exception.class)),
                FailureSelection.of(List.of(IllegalStateException.class)),
                new StatusRanges(List.of()),
                RetriedGrpcStatuses.DEFAULT,
                Set.of(),
                true,
                ListDistances.EQUAL);
        return new BackoffPolicy(
                "payments",
                true,
                Delays.of(Delay.NONE),
                new Limits(maxAttempts, Duration.ZERO, Duration.ZERO),
                new FailureClassifier(rules, List.of(), List.of(), FailureGroups.STANDARD),
                RetryBudget.UNLIMITED,
                ResultRule.ACCEPT_ALL,
                false);
    }
}
