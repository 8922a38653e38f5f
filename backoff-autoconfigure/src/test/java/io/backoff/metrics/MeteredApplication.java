package io.backoff.metrics;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.test.FakeTime;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with one annotated method, under the policy {@code payments}. Public for proxies of other loaders. */
public final class MeteredApplication {

    private MeteredApplication() {}

    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffMetricsAutoConfiguration.class))
                .withBean(FakeTime.class)
                .withBean(PaymentService.class)
                .withPropertyValues(
                        "backoff.policies.payments.delay=100ms",
                        "backoff.policies.payments.jitter=none",
                        "backoff.policies.payments.max-attempts=3");
    }

    static <R extends MeterRegistry> ApplicationContextRunner runner(Class<R> type, Supplier<R> registry) {
        return runner().withBean(type, registry);
    }

    public static class PaymentService {

        @Backoff("payments")
        public Object charge(Callable<?> provider) throws Exception {
            return provider.call();
        }
    }
}
