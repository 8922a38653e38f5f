package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Idempotent;
import io.backoff.method.InvalidBackoffException;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Rejections;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;

/** Idempotent methods without the module for them, which is not on the class path of these tests. */
class UnguardedIdempotenceTests {

    private final ApplicationContextRunner application = Applications.with(BackoffAutoConfiguration.class);

    @Test
    void isRejected() {
        application
                .withBean("payments", Payments.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOfSatisfying(
                                InvalidBackoffException.class,
                                failure -> assertThat(failure.remedy())
                                        .isEqualTo("Add the dependency 'io.backoff:backoff-idempotency'."))
                        .hasMessageContaining(
                                "@Idempotent on io.backoff.autoconfigure.UnguardedIdempotenceTests$Payments.charge")
                        .hasMessageContaining("the bean 'payments' would carry out duplicate calls")
                        .satisfies(Rejections::areExplained));
    }

    @Test
    void isRejectedInBeansThatDoNotExistYet() {
        application
                .withBean("payments", Payments.class, Payments::new, definition -> definition.setLazyInit(true))
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void isRejectedInScopedBeans() {
        application
                .withInitializer(context -> context.getBeanFactory().registerScope("thread", new SimpleThreadScope()))
                .withUserConfiguration(Scoped.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidBackoffException.class)
                        .hasMessageContaining("payments' would carry out duplicate calls"));
    }

    @Test
    void isFineWhereNothingIsIdempotent() {
        application.withBean(Object.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Configuration(proxyBeanMethods = false)
    static class Scoped {

        @Bean
        @Scope(value = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Payments payments() {
            return new Payments();
        }
    }

    static class Payments {

        @Idempotent(key = "#order")
        public void charge(String order) {}
    }
}
