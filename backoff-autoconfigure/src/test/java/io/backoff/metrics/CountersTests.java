package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.engine.BackoffOperations;
import io.backoff.meters.ContextMeters;
import io.backoff.metrics.MeteredApplication.PaymentService;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** {@code backoff.calls} and {@code backoff.retries}, which read the counts of the engine. */
@ExtendWith(OutputCaptureExtension.class)
class CountersTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ApplicationContextRunner application =
            MeteredApplication.runner(MeterRegistry.class, () -> registry).withBean(OrderService.class);

    @Test
    void areNeverLate() {
        application.run(running -> {
            PaymentService service = running.getBean(PaymentService.class);
            for (int i = 1; i <= 100; i++) {
                service.charge(() -> "paid");
                assertThat(calls(Tags.of("method", "PaymentService.charge", "outcome", "success")))
                        .isEqualTo(i);
            }
        });
    }

    @Test
    void countRetriesByCause() {
        application.run(running -> {
            running.getBean(PaymentService.class).charge(failing(2));
            assertThat(count("backoff.retries", Tags.of("method", "PaymentService.charge", "cause", "io")))
                    .isEqualTo(2);
            assertThat(calls(Tags.of("method", "PaymentService.charge", "outcome", "recovered")))
                    .isOne();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void addUpToTheCallsOfAllMethods(boolean methodTag) {
        application
                .withPropertyValues("backoff.metrics.method-tag=" + methodTag)
                .run(running -> {
                    running.getBean(PaymentService.class).charge(() -> "paid");
                    running.getBean(OrderService.class).order(failing(1));
                    running.getBean(BackoffOperations.class).call("payments", () -> "paid");
                    assertThat(calls(Tags.of("policy", "payments", "outcome", "success")))
                            .isEqualTo(2);
                    assertThat(calls(Tags.of("policy", "payments", "outcome", "recovered")))
                            .isOne();
                    assertThat(calls(Tags.of("policy", "payments"))).isEqualTo(3);
                    assertThat(count("backoff.retries", Tags.of("policy", "payments")))
                            .isOne();
                });
    }

    @Test
    void addUpWhereAFilterMakesThemOne() {
        registry.config().meterFilter(MeterFilter.ignoreTags("method"));
        application.run(running -> {
            running.getBean(PaymentService.class).charge(() -> "paid");
            running.getBean(OrderService.class).order(failing(1));
            assertThat(calls(Tags.of("policy", "payments"))).isEqualTo(2);
            assertThat(count("backoff.retries", Tags.of("policy", "payments"))).isOne();
        });
    }

    @Test
    void ofCallsFromCodeExistFromTheFirstOn() {
        application.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            assertThat(search("backoff.calls", Tags.of("method", "programmatic"))
                            .meters())
                    .isEmpty();
            operations.call("payments", () -> "paid");
            assertThat(calls(Tags.of("policy", "payments", "method", "programmatic")))
                    .isOne();
            assertThat(search("backoff.calls", Tags.of("policy", "default", "method", "programmatic"))
                            .meters())
                    .isEmpty();
        });
    }

    @Test
    void leaveARegistryThatOutlivesTheApplication() {
        application.run(running -> running.getBean(PaymentService.class).charge(() -> "paid"));
        assertThat(registry.getMeters()).isEmpty();
        application.run(running -> {
            running.getBean(PaymentService.class).charge(() -> "paid");
            assertThat(calls(Tags.of("method", "PaymentService.charge"))).isOne();
        });
    }

    @Test
    void warnOfAnotherApplicationInTheSameRegistry(CapturedOutput output) {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel(ContextMeters.class.getName(), LogLevel.WARN);
        application.run(first -> {
            assertThat(output).doesNotContain("Another application context");
            application.run(second -> assertThat(output)
                    .contains("Another application context has registered MeterId{name='backoff.")
                    .contains("set backoff.metrics.enabled=false in one of them"));
            first.getBean(PaymentService.class).charge(() -> "paid");
            assertThat(calls(Tags.of("method", "PaymentService.charge"))).isOne();
        });
    }

    private double calls(Tags tags) {
        return count("backoff.calls", tags);
    }

    private double count(String name, Tags tags) {
        Search search = search(name, tags);
        assertThat(search.meters()).isNotEmpty();
        return search.functionCounters().stream()
                        .mapToDouble(FunctionCounter::count)
                        .sum()
                + search.counters().stream().mapToDouble(Counter::count).sum();
    }

    private Search search(String name, Tags tags) {
        return registry.find(name).tags(tags);
    }

    private static Callable<String> failing(int times) {
        int[] attempts = {0};
        return () -> {
            if (++attempts[0] <= times) {
                throw new IOException("attempt " + attempts[0]);
            }
            return "paid";
        };
    }

    static class OrderService {

        @Backoff("payments")
        public Object order(Callable<?> provider) throws Exception {
            return provider.call();
        }
    }
}
