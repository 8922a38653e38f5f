package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.metrics.MeteredApplication.PaymentService;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Applications;
import io.backoff.testkit.FailingRegistry;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class BackoffMetricsAutoConfigurationTests {

    private final ApplicationContextRunner application = MeteredApplication.runner();
    private final ApplicationContextRunner metered =
            MeteredApplication.runner(SimpleMeterRegistry.class, SimpleMeterRegistry::new);

    @Test
    void isAbsentWithoutMicrometer() {
        application
                .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(BackoffMetricsAutoConfigurationTests::worksUncounted);
    }

    @Test
    void isAbsentWithoutRegistry() {
        application.run(BackoffMetricsAutoConfigurationTests::worksUncounted);
    }

    @Test
    void isAbsentWhenDisabled() {
        metered.withPropertyValues("backoff.metrics.enabled=false").run(running -> {
            worksUncounted(running);
            assertThat(running.getBean(MeterRegistry.class).getMeters()).isEmpty();
        });
    }

    @Test
    void isAbsentWhereTheRestIs() {
        Applications.with(BackoffMetricsAutoConfiguration.class)
                .withBean(SimpleMeterRegistry.class)
                .run(running ->
                        assertThat(running).hasNotFailed().doesNotHaveBean(BackoffMetricsAutoConfiguration.class));
    }

    @Test
    void leavesCountingToTheApplication() {
        metered.withBean(CallMeters.Factory.class, () -> CallMeters.Factory.NONE)
                .run(running -> assertThat(running)
                        .hasNotFailed()
                        .hasSingleBean(CallMeters.Factory.class)
                        .doesNotHaveBean(BackoffMetricsAutoConfiguration.class));
    }

    @Test
    void countsInTheCompositeThatBootMakes() {
        application
                .withConfiguration(AutoConfigurations.of(
                        MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class))
                .withBean("first", SimpleMeterRegistry.class)
                .withBean("second", SimpleMeterRegistry.class)
                .run(running -> {
                    running.getBean(PaymentService.class).charge(() -> "paid");
                    assertThat(running.getBean(MeterRegistry.class)).isInstanceOf(CompositeMeterRegistry.class);
                    assertThat(running.getBeansOfType(SimpleMeterRegistry.class))
                            .hasSize(2)
                            .allSatisfy((name, registry) ->
                                    assertThat(calls(registry)).isOne());
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failingRegistryFailsNoCall(boolean atOnce) {
        MeteredApplication.runner(FailingRegistry.class, () -> new FailingRegistry(atOnce))
                .run(BackoffMetricsAutoConfigurationTests::works);
    }

    @Test
    void denyingRegistryFailsNoCall() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("backoff"));
        MeteredApplication.runner(SimpleMeterRegistry.class, () -> registry).run(running -> {
            works(running);
            assertThat(registry.getMeters()).isEmpty();
        });
    }

    @Test
    void countsEvenWhenRetriesAreDisabled() {
        metered.withPropertyValues("backoff.enabled=false").run(running -> {
            works(running);
            assertThat(calls(running.getBean(MeterRegistry.class))).isOne();
        });
    }

    @Test
    void countsProgrammaticCallsUnderTheirOwnName() {
        metered.run(running -> {
            running.getBean(BackoffOperations.class).call("payments", () -> "paid");
            assertThat(running.getBean(MeterRegistry.class)
                            .get("backoff.calls")
                            .tags("policy", "payments", "method", "programmatic", "outcome", "success")
                            .functionCounter()
                            .count())
                    .isOne();
        });
    }

    /** benchmarks/results.md names this number. With gRPC, the retries have one cause more. */
    @Test
    void eachMethodHasEighteenMeters() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        MeteredApplication.runner(PrometheusMeterRegistry.class, () -> registry)
                .run(running -> assertThat(registry.getMeters())
                        .extracting(Meter::getId)
                        .filteredOn(id -> "PaymentService.charge".equals(id.getTag("method")))
                        .hasSize(18));
    }

    /** Text from a remote party must not create series, which take memory here and in the monitoring system. */
    @Test
    void failuresAddNoSeries() {
        metered.run(running -> {
            SimpleMeterRegistry registry = running.getBean(SimpleMeterRegistry.class);
            PaymentService service = running.getBean(PaymentService.class);
            int before = registry.getMeters().size();
            for (int i = 0; i < 100; i++) {
                IOException failure = new IOException("attack " + i);
                assertThatIOException()
                        .isThrownBy(() -> service.charge(() -> {
                            throw failure;
                        }));
            }
            assertThat(registry.getMeters()).hasSize(before);
        });
    }

    private static void worksUncounted(AssertableApplicationContext running) throws Exception {
        works(running);
        assertThat(running).doesNotHaveBean(BackoffMetricsAutoConfiguration.class);
    }

    private static void works(AssertableApplicationContext running) throws Exception {
        assertThat(running).hasNotFailed().hasSingleBean(BackoffAutoConfiguration.class);
        assertThat(running.getBean(PaymentService.class).charge(() -> "paid")).isEqualTo("paid");
        assertThat(running.getBean(CallStatisticsRegistry.class).counts("payments"))
                .isEqualTo(Map.of(Outcome.SUCCESS, 1L));
    }

    private static double calls(MeterRegistry registry) {
        return registry.get("backoff.calls").tag("outcome", "success").functionCounters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
