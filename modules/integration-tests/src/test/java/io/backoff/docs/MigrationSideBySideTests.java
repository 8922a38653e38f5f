package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.Backoff;
import io.backoff.aop.BackoffAdvisor;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.circuitbreaker.annotation.CircuitBreaker;
import io.github.resilience4j.springboot.circuitbreaker.autoconfigure.CircuitBreakerAutoConfiguration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.framework.Advised;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.annotation.Retryable;

/** The migration guide's claims about applications that also use another library, for a while or permanently. */
class MigrationSideBySideTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class, BackoffAutoConfiguration.class, CircuitBreakerAutoConfiguration.class))
            .withPropertyValues("backoff.policies.three.strategy=none")
            .withUserConfiguration(Libraries.class)
            .withBean("outer", Mixed.class)
            .withBean("inner", Mixed.class);

    @Test
    void methodsOfOneClassAreRetriedByEither() {
        application.run(context -> {
            var mixed = context.getBean("outer", Mixed.class);
            assertThatIllegalStateException().isThrownBy(() -> mixed.annotatedHere(mixed::fail));
            assertThatIllegalStateException().isThrownBy(() -> mixed.annotatedThere(mixed::fail));
            assertThat(mixed.calls()).isEqualTo(6);
        });
    }

    @Test
    void nestedCallsMultiply() {
        application.run(context -> {
            var outer = context.getBean("outer", Mixed.class);
            var inner = context.getBean("inner", Mixed.class);
            assertThatIllegalStateException()
                    .isThrownBy(() -> outer.annotatedThere(() -> inner.annotatedHere(inner::fail)));
            assertThat(inner.calls()).isEqualTo(9);
            assertThatIllegalStateException()
                    .isThrownBy(() -> inner.annotatedHere(() -> outer.annotatedThere(outer::fail)));
            assertThat(outer.calls()).isEqualTo(9);
        });
    }

    @ParameterizedTest
    @CsvSource({"2147483641, 3", "2147483644, 1"})
    void breakersAreInnerUnlessTheOrderSaysOtherwise(int order, int failures) {
        application.withPropertyValues("backoff.order=" + order).run(context -> {
            var mixed = context.getBean("outer", Mixed.class);
            assertThatIllegalStateException().isThrownBy(mixed::broken);
            var breaker = context.getBean(CircuitBreakerRegistry.class).circuitBreaker("mixed");
            assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(failures);
        });
    }

    @Test
    void concurrencyLimitsAreOuter() {
        application.run(context -> {
            var advisors = ((Advised) context.getBean("outer")).getAdvisors();
            assertThat(advisors[0].getAdvice().getClass().getName()).contains("ConcurrencyLimit");
            assertThat(Arrays.asList(advisors).subList(1, advisors.length))
                    .hasAtLeastOneElementOfType(BackoffAdvisor.class);
        });
    }

    @EnableRetry
    @EnableResilientMethods
    static class Libraries {}

    static class Mixed {

        private int calls;

        @Backoff("three")
        public void annotatedHere(Runnable operation) {
            operation.run();
        }

        @Retryable(backoff = @org.springframework.retry.annotation.Backoff(0))
        public void annotatedThere(Runnable operation) {
            operation.run();
        }

        @CircuitBreaker(name = "mixed")
        @Backoff("three")
        public void broken() {
            fail();
        }

        @ConcurrencyLimit(1)
        @Backoff("three")
        public void limited() {}

        public void fail() {
            calls++;
            throw new IllegalStateException();
        }

        public int calls() {
            return calls;
        }
    }
}
