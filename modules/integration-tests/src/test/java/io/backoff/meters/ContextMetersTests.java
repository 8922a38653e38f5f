package io.backoff.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.stats.CallMeters;
import io.backoff.http.server.BackoffHttpServerAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration;
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.polling.BackoffPoll;
import io.backoff.polling.BackoffPollAutoConfiguration;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.config.MeterFilter;
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

/** Registers every meter of the library in a registry that outlives the context. */
@ExtendWith(OutputCaptureExtension.class)
class ContextMetersTests {

    private static final List<String> KINDS = List.of(
            "backoff.calls",
            "backoff.budget.tokens",
            "backoff.overrides",
            "backoff.reloads",
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

    @Test
    void ofAParentOutliveItsChild() {
        application.run(parent -> {
            List<Meter> before = registry.getMeters();
            application.withParent(parent).run(child -> use(child));
            assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
            use(parent);
            assertThat(sum("backoff.calls")).isOne();
        });
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void ofAChildAreThoseOfItsPoliciesAndBudgets() {
        application.run(parent -> {
            List<Meter> before = registry.getMeters();
            withKiosk(application.withParent(parent)).run(child -> {
                child.getBean(Kiosk.class).sell();
                assertThat(calls("Kiosk.sell")).isOne();
                assertThat(capacity("kiosk")).isEqualTo(3);
                assertThat(capacity("default")).isEqualTo(20);
            });
            assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
        });
    }

    @Test
    void ofAChildWithARegistryOfItsOwnAreThere(CapturedOutput output) {
        warn();
        application.run(parent -> {
            SimpleMeterRegistry own = new SimpleMeterRegistry();
            application
                    .withParent(parent)
                    .withBean(MeterRegistry.class, () -> own)
                    .withAllowBeanDefinitionOverriding(true)
                    .run(child -> {
                        use(child);
                        assertThat(own.get("backoff.calls")
                                        .tag("outcome", "success")
                                        .functionCounters())
                                .extracting(FunctionCounter::count)
                                .contains(1.0);
                        assertThat(own.find("backoff.budget.capacity").gauges()).isNotEmpty();
                        assertThat(sum("backoff.calls")).isZero();
                    });
            assertThat(output).doesNotContain("Another application context");
        });
    }

    @Test
    void areLeftToAParentThatCountsCallsItself() {
        application
                .withBean("own", CallMeters.Factory.class, () -> CallMeters.Factory.NONE)
                .run(parent -> application.withParent(parent).run(child -> {
                    use(child);
                    assertThat(meters("backoff.calls")).isEmpty();
                }));
    }

    @Test
    void ofSiblingsWithOneRegistryAreTheirOwn() {
        withKiosk(application).run(first -> {
            application
                    .withPropertyValues("backoff.policies.other.max-attempts=2", "backoff.budgets.other.burst=4")
                    .run(second -> {
                        first.getBean(Kiosk.class).sell();
                        assertThat(calls("Kiosk.sell")).isOne();
                        assertThat(capacity("kiosk")).isEqualTo(3);
                        assertThat(capacity("other")).isEqualTo(4);
                    });
            assertThat(capacity("kiosk")).isEqualTo(3);
            assertThat(registry.find("backoff.budget.capacity")
                            .tag("budget", "other")
                            .gauges())
                    .isEmpty();
        });
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void ofOneContextOutliveAnother() {
        application.run(first -> {
            List<Meter> before = registry.getMeters();
            application.run(second -> second.getBean(BackoffOperations.class).run("default", () -> {}));
            assertThat(registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
        });
    }

    /** The second context registers the budget first, and the first context finds it registered. */
    @Test
    void belongToTheContextThatRegistersThemFirst(CapturedOutput output) {
        warn();
        application.run(first -> withKiosk(application).run(second -> {
            Meter ofSecond = registry.get("backoff.budget.capacity")
                    .tag("budget", "kiosk")
                    .gauge();
            ContextMeters meters = first.getBean(ContextMeters.class);
            Meter found = meters.add(Gauge.builder("backoff.budget.capacity", () -> 5)
                    .description("Retries that the budget can hold")
                    .tag("budget", "kiosk")::register);
            assertThat(found).isSameAs(ofSecond);
            meters.destroy();
            assertThat(capacity("kiosk")).isEqualTo(3);
            assertThat(output).contains("Another application context has registered MeterId{name='backoff.budget");
        }));
    }

    @Test
    void areNotThoseOfTheApplication(CapturedOutput output) {
        warn();
        Counter mine = registry.counter("backoff.mine");
        application.run(running -> use(running));
        assertThat(registry.getMeters()).containsExactly(mine);
        assertThat(output).doesNotContain("Another application context");
    }

    @Test
    void thatAreDeniedAreNobodys(CapturedOutput output) {
        warn();
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("backoff.calls"));
        application.run(running -> use(running));
        assertThat(output).doesNotContain("Another application context");
    }

    @Test
    void areNoneOfAnotherContextAfterARestart(CapturedOutput output) {
        warn();
        for (int i = 0; i < 2; i++) {
            application.run(running -> use(running));
        }
        assertThat(output).doesNotContain("Another application context");
    }

    @Test
    void showTheBudgetOfTheFirstContextWhichTheSecondSays(CapturedOutput output) {
        warn();
        application.withPropertyValues("backoff.budgets.default.burst=7").run(first -> {
            assertThat(output).doesNotContain("Another application context");
            application.withPropertyValues("backoff.budgets.default.burst=8").run(second -> {
                assertThat(capacity("default")).isEqualTo(7);
                assertThat(output)
                        .containsOnlyOnce("Another application context has registered")
                        .contains("set backoff.metrics.enabled=false in one of them");
            });
        });
    }

    @Test
    void ofTheSecondContextAppearWhenTheFirstCloses() {
        application
                .withPropertyValues("backoff.budgets.default.burst=7")
                .run(first -> application
                        .withPropertyValues("backoff.budgets.default.burst=8")
                        .run(second -> {
                            use(second);
                            assertThat(sum("backoff.calls")).isZero();
                            first.getBean(ContextMeters.class).destroy();
                            assertThat(sum("backoff.calls")).isPositive();
                            assertThat(capacity("default")).isEqualTo(8);
                        }));
        assertThat(registry.getMeters()).isEmpty();
    }

    /** The second one has registered some of them first. */
    @Test
    void ofTheFirstContextAppearWhenTheSecondCloses() {
        application.run(first -> {
            withKiosk(application)
                    .run(second -> first.getBean(ContextMeters.class)
                            .add(Gauge.builder("backoff.budget.capacity", () -> 5)
                                    .description("Retries that the budget can hold")
                                    .tag("budget", "kiosk")::register));
            assertThat(capacity("kiosk")).isEqualTo(5);
        });
        assertThat(registry.getMeters()).isEmpty();
    }

    private static void warn() {
        LoggingSystem.get(ContextMetersTests.class.getClassLoader())
                .setLogLevel(ContextMeters.class.getName(), LogLevel.WARN);
    }

    private static WebApplicationContextRunner withKiosk(WebApplicationContextRunner runner) {
        return runner.withPropertyValues("backoff.policies.kiosk.max-attempts=2", "backoff.budgets.kiosk.burst=3")
                .withBean(Kiosk.class);
    }

    private double calls(String method) {
        return registry.get("backoff.calls")
                .tag("method", method)
                .tag("outcome", "success")
                .functionCounter()
                .count();
    }

    private double capacity(String budget) {
        return registry.get("backoff.budget.capacity")
                .tag("budget", budget)
                .gauge()
                .value();
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

    static class Kiosk {

        @Backoff("kiosk")
        public void sell() {}
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
