package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.RecordingListener;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;

/** The attributes that the annotation adds to its policy. */
class AnnotationAttributesTests {

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

    private static void assertAttempts(Narrowed bean, ApplicationContext context, Exception failure, int attempts) {
        var decisions = context.getBean(RecordingListener.class);
        decisions.clear();
        assertThat(catchThrowable(() -> bean.call(failure))).isSameAs(failure);
        assertThat(decisions.decisions()).hasSize(attempts);
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
