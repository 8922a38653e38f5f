package io.backoff.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.CallMeters;
import io.backoff.http.server.BackoffHttpServerAutoConfiguration;
import io.backoff.idempotency.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.json.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.polling.BackoffPoll;
import io.backoff.scheduling.BackoffPollAutoConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

/** Every meter of the library, in a registry that is not the context's own. */
@ExtendWith(OutputCaptureExtension.class)
class ContextMetersTests {

    private static final List<String> KINDS = List.of(
            "backoff.calls",
            "backoff.budget.tokens",
            "backoff.idempotency",
            "backoff.polls",
            "backoff.poll.delay",
            "backoff.server.requests",
            "backoff.server.malformed",
            "backoff.server.rejections");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    BackoffAutoConfiguration.class,
                    BackoffMetricsAutoConfiguration.class,
                    BackoffPollAutoConfiguration.class,
                    BackoffHttpServerAutoConfiguration.class,
                    BackoffIdempotencyAutoConfiguration.class,
                    BackoffIdempotencyJsonAutoConfiguration.class))
            .withPropertyValues(
                    "backoff.policies.mail.delay=1h",
                    "backoff.policies.mail.max-delay=3h",
                    "backoff.policies.mail.jitter=none",
                    "backoff.policies.mail.wait-first=true")
            .withBean(MeterRegistry.class, () -> registry)
            .withBean(Shop.class);

    @Test
    void leaveWithTheirContext() {
        application.run(running ->
                assertThat(KINDS).allSatisfy(kind -> assertThat(meters(kind)).isNotEmpty()));
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void leaveAlsoWhereTheApplicationCountsCallsItself() {
        application
                .withBean(CallMeters.Factory.class, () -> CallMeters.Factory.NONE)
                .run(running -> assertThat(meters("backoff.server.requests")).isNotEmpty());
        assertThat(registry.getMeters()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"backoff.calls", "backoff.idempotency"})
    void startOverWithTheNextContext(String kind) {
        application.run(first -> {
            use(first);
            assertThat(sum(kind)).isOne();
        });
        application.run(second -> {
            assertThat(sum(kind)).isZero();
            use(second);
            assertThat(sum(kind)).isOne();
        });
    }

    @Test
    void readTheObjectsOfTheNextContext() {
        application.withPropertyValues("backoff.policies.mail.delay=2h").run(first -> {});
        application.run(second -> {
            assertThat(registry.get("backoff.poll.delay").gauge().value()).isEqualTo(3600);
            assertThat(registry.get("backoff.budget.capacity").gauges()).isNotEmpty();
        });
    }

    /** The child counts with the meters of its parent. */
    @Test
    void ofAParentOutliveItsChild() {
        application.run(parent -> {
            List<Meter> before = registry.getMeters();
            application.withParent(parent).run(child -> use(child));
            use(parent);
            assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
            assertThat(sum("backoff.calls")).isEqualTo(2);
            assertThat(sum("backoff.idempotency")).isEqualTo(2);
        });
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void ofOneContextOutliveAnother() {
        application.run(first -> {
            List<Meter> before = registry.getMeters();
            application.run(second -> second.getBean(BackoffOperations.class).run("mail", () -> {}));
            assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
        });
    }

    @Test
    void showTheBudgetOfTheFirstContextWhichTheSecondSays(CapturedOutput output) {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel(ContextMeters.class.getName(), LogLevel.WARN);
        application.withPropertyValues("backoff.budgets.default.burst=7").run(first -> {
            assertThat(output).doesNotContain("Another application context");
            application.withPropertyValues("backoff.budgets.default.burst=8").run(second -> {
                assertThat(registry.get("backoff.budget.capacity")
                                .tag("budget", "default")
                                .gauge()
                                .value())
                        .isEqualTo(7);
                assertThat(output)
                        .containsOnlyOnce("Another application context has registered its backoff.* meters")
                        .contains("set backoff.metrics.enabled=false in one of them");
            });
        });
    }

    private static void use(ApplicationContext context) {
        context.getBean(Shop.class).call();
        context.getBean(Shop.class).place("1");
    }

    private List<Meter> meters(String name) {
        return List.copyOf(registry.find(name).meters());
    }

    private double sum(String name) {
        return meters(name).stream()
                .flatMap(meter -> StreamSupport.stream(meter.measure().spliterator(), false))
                .filter(measurement -> measurement.getStatistic() == Statistic.COUNT)
                .mapToDouble(measurement -> measurement.getValue())
                .sum();
    }

    static class Shop {

        @Backoff
        public void call() {}

        @Idempotent(key = "#id")
        public String place(String id) {
            return "placed " + id;
        }

        @BackoffPoll("mail")
        public boolean mail() {
            return false;
        }
    }
}
