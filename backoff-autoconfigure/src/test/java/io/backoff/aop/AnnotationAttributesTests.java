package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
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
import io.backoff.policy.CurrentPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Limits;
import io.backoff.test.RecordingListener;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;

/** The attributes that the annotation adds to its policy. */
class AnnotationAttributesTests {

    private Map<String, BackoffPolicy> current = Map.of("payments", policy(3));
    private final CurrentPolicy named = CurrentPolicy.of(new BackoffPolicies(() -> current), "payments");

    @Test
    void resolvesPlaceholders() {
        Contexts.CGLIB
                .runner(Placeholders.class)
                .withPropertyValues("chosen=payments")
                .run(context -> {
                    context.getBean(Service.class).call();
                    assertThat(context.getBean(RecordingListener.class).decisions())
                            .allSatisfy(
                                    decision -> assertThat(decision.policy()).isEqualTo("payments"));
                });
    }

    @Test
    void replacesRetryOnAndAddsToAbortOn() {
        Contexts.CGLIB
                .runner(Narrowed.class)
                .withPropertyValues("backoff.policies.payments.abort-on=java.net.ConnectException")
                .run(context -> {
                    var bean = context.getBean(Narrowed.class);
                    assertAttempts(bean, context, new IOException(), 3);
                    assertAttempts(bean, context, new IllegalStateException(), 1);
                    assertAttempts(bean, context, new FileNotFoundException(), 1);
                    assertAttempts(bean, context, new ConnectException(), 1);
                    assertThat(context.getBean(BackoffPolicies.class)
                                    .get("payments")
                                    .classifier()
                                    .rules()
                                    .retryOn()
                                    .types())
                            .containsExactly(Exception.class);
                });
    }

    @Test
    void leavesThePolicyAloneWithoutAny() {
        assertThat(annotated(List.of(), List.of())).isSameAs(named);
    }

    @Test
    void followsAChangeOfThePolicy() {
        var annotated = annotated(List.of(IOException.class), List.of());
        annotated.get();
        current = Map.of("payments", policy(5));
        assertThat(annotated.get().limits().maxAttempts()).isEqualTo(5);
        assertThat(annotated.get().classifier().rules().retryOn().types()).containsExactly(IOException.class);
    }

    private static void assertAttempts(Narrowed bean, ApplicationContext context, Exception failure, int attempts) {
        var decisions = context.getBean(RecordingListener.class);
        decisions.clear();
        assertThat(catchThrowable(() -> bean.call(failure))).isSameAs(failure);
        assertThat(decisions.decisions()).hasSize(attempts);
    }

    private CurrentPolicy annotated(
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

    interface Service {

        void call();
    }

    static class Placeholders implements Service {

        @Override
        @Backoff("${chosen}")
        public void call() {}
    }

    static class Narrowed {

        @Backoff(value = "payments", retryOn = IOException.class, abortOn = FileNotFoundException.class)
        public void call(Exception failure) throws Exception {
            throw failure;
        }
    }
}
