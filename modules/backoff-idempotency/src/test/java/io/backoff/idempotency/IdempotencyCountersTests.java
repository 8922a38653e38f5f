package io.backoff.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Idempotent;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.idempotency.claim.IdempotencyOutcome;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.testkit.Applications;
import io.backoff.testkit.FailingRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class IdempotencyCountersTests {

    private final ApplicationContextRunner application = Applications.backoff(
            BackoffMetricsAutoConfiguration.class,
            BackoffIdempotencyAutoConfiguration.class,
            BackoffIdempotencyJsonAutoConfiguration.class);

    @Test
    void countFromZero() {
        application.withBean(SimpleMeterRegistry.class).withBean(Shop.class).run(context -> {
            var registry = context.getBean(MeterRegistry.class);
            for (var outcome : IdempotencyOutcome.values()) {
                assertThat(count(registry, outcome)).isZero();
            }
            context.getBean(Shop.class).place("1");
            context.getBean(Shop.class).place("1");
            assertThat(count(registry, IdempotencyOutcome.EXECUTED)).isOne();
            assertThat(count(registry, IdempotencyOutcome.REPLAYED)).isOne();
        });
    }

    @Test
    void areAbsentWithoutIdempotentMethods() {
        application
                .withBean(SimpleMeterRegistry.class)
                .run(context -> assertThat(context.getBean(MeterRegistry.class)
                                .find("backoff.idempotency")
                                .counters())
                        .isEmpty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failNoCall(boolean atOnce) {
        application
                .withBean(FailingRegistry.class, () -> new FailingRegistry(atOnce))
                .withBean(Shop.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Shop.class).place("1")).isEqualTo("placed 1");
                });
    }

    private static double count(MeterRegistry registry, IdempotencyOutcome outcome) {
        return registry.get("backoff.idempotency")
                .tag("store", "memory")
                .tag("outcome", outcome.tag())
                .counter()
                .count();
    }

    static class Shop {

        @Idempotent(key = "#id")
        public String place(String id) {
            return "placed " + id;
        }
    }
}
