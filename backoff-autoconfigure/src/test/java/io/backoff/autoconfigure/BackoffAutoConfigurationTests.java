package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class BackoffAutoConfigurationTests {

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
            .withBean(FakeTime.class)
            .withBean(Flaky.class)
            .withPropertyValues("backoff.policies.payments.delay=100ms", "backoff.policies.payments.jitter=none");

    @Test
    void retriesAnnotatedMethodUnderItsPolicy() {
        context.run(running -> {
            Flaky flaky = running.getBean(Flaky.class);
            assertThat(flaky.succeedAt(3)).isEqualTo("attempt 3");
            assertThat(running.getBean(FakeTime.class).waits())
                    .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
        });
    }

    @Test
    void refusesUnknownPolicy() {
        context.withBean(Misspelt.class)
                .run(failed -> assertThat(failed).hasFailed().getFailure().hasMessageContaining("paymets"));
    }

    @Test
    void throwsTheLastFailure() {
        context.run(running -> {
            assertThatThrownBy(() -> running.getBean(Flaky.class).succeedAt(9))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("attempt 3");
            System.out.println(running.getBean(PolicyStore.class).settings("payments"));
            System.out.println(
                    running.getBean(BackoffPolicies.class).get("payments").schedule(5));
        });
    }

    static class Flaky {

        private final AtomicInteger calls = new AtomicInteger();

        @Backoff("payments")
        public String succeedAt(int attempt) {
            int call = calls.incrementAndGet();
            if (call < attempt) {
                throw new IllegalStateException("attempt " + call);
            }
            return "attempt " + call;
        }
    }

    static class Misspelt {

        @Backoff("paymets")
        public void call() {}
    }
}
