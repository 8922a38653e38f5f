package io.backoff.metrics;

import static io.backoff.testkit.Applications.policy;

import io.backoff.Backoff;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with one annotated method, under the policy {@code payments}. Public, because proxies in other class loaders extend it. */
public final class MeteredApplication {

    private MeteredApplication() {}

    static ApplicationContextRunner runner() {
        return Applications.backoff(BackoffMetricsAutoConfiguration.class)
                .withBean(FakeTime.class)
                .withBean(PaymentService.class)
                .withPropertyValues(policy("payments", "delay=100ms, jitter=none, max-attempts=3"));
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
