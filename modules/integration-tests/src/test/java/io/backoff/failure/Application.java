package io.backoff.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.grpc.BackoffGrpcAutoConfiguration;
import io.backoff.http.client.BackoffHttpClientAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Membership;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** An application with a policy for each group, started once for all tests. */
final class Application {

    private static final ConfigurableApplicationContext RUNNING = new SpringApplicationBuilder(Beans.class)
            .web(WebApplicationType.NONE)
            .properties(policy("transients", "transient", ""))
            .properties(policy("unless-permanent", "java.lang.Exception", "permanent"))
            .properties(policy("all", "java.lang.Exception", ""))
            .run();

    private Application() {}

    /** The groups that hold a failure. */
    static Membership groupOf(Exception failure) {
        return Membership.of(retries("transients", failure), retries("unless-permanent", failure));
    }

    /** The {@code cause} tag that a retry after a failure is counted under. */
    static String causeOf(Exception failure) {
        Map<String, Double> before = retriesByCause();
        assertThat(retries("all", failure)).isTrue();
        return retriesByCause().entrySet().stream()
                .filter(each -> each.getValue() > before.getOrDefault(each.getKey(), 0.0))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    }

    private static boolean retries(String policy, Exception failure) {
        var attempts = new AtomicInteger();
        Throwable thrown =
                catchThrowable(() -> RUNNING.getBean(BackoffOperations.class).run(policy, () -> {
                    attempts.incrementAndGet();
                    throw failure;
                }));
        assertThat(thrown).isSameAs(failure);
        assertThat(attempts).hasPositiveValue().hasValueLessThan(3);
        return attempts.get() == 2;
    }

    private static Map<String, Double> retriesByCause() {
        return RUNNING
                .getBean(MeterRegistry.class)
                .find("backoff.retries")
                .tag("policy", "all")
                .functionCounters()
                .stream()
                .collect(Collectors.toMap(each -> each.getId().getTag("cause"), FunctionCounter::count, Double::sum));
    }

    private static String[] policy(String name, String retryOn, String abortOn) {
        String prefix = "backoff.policies." + name + ".";
        return new String[] {
            prefix + "strategy=none",
            prefix + "max-attempts=2",
            prefix + "budget=none",
            prefix + "retry-on=" + retryOn,
            prefix + "abort-on=" + abortOn
        };
    }

    @Configuration(proxyBeanMethods = false)
    @Import({FakeTime.class, SimpleMeterRegistry.class})
    @ImportAutoConfiguration({
        BackoffAutoConfiguration.class,
        BackoffGrpcAutoConfiguration.class,
        BackoffMetricsAutoConfiguration.class,
        BackoffHttpClientAutoConfiguration.class
    })
    static class Beans {}
}
