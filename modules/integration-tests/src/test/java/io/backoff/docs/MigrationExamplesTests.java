package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.docs.migration.SoldOutException;
import io.backoff.docs.migration.Warehouse;
import io.backoff.docs.migration.WarehouseDownException;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Docs;
import io.github.resilience4j.retry.internal.RetryImpl;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.retry.backoff.Sleeper;

/** The examples of the migration guide behave as documented before and after migration, with the YAML of their page. */
class MigrationExamplesTests {

    private final List<Duration> slept = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void retryUntilTheCallSucceeds(Version version) {
        assertThat(run(version, down(2))).isEqualTo(new Ending("reserved tea", 3));
        assertThat(slept).isEqualTo(version.delays(1, 2));
    }

    @ParameterizedTest
    @EnumSource
    void giveUpAfterFourAttempts(Version version) {
        assertThat(run(version, down(9))).isEqualTo(new Ending(version.givenUp, 4));
        assertThat(slept).isEqualTo(version.delays(1, 2, 4));
    }

    @ParameterizedTest
    @EnumSource
    void doNotRetryOtherFailures(Version version) {
        assertThat(run(version, List.of(new SoldOutException()))).isEqualTo(new Ending(version.rejected, 1));
        assertThat(slept).isEmpty();
    }

    @BeforeEach
    void letResilience4jNotSleep() {
        RetryImpl.setSleepFunction(millis -> slept.add(Duration.ofMillis(millis)));
    }

    @AfterEach
    void letResilience4jSleep() {
        RetryImpl.setSleepFunction(Thread::sleep);
    }

    private Ending run(Version version, List<? extends RuntimeException> failures) {
        var endings = new ArrayList<Ending>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class, BackoffAutoConfiguration.class, RetryAutoConfiguration.class))
                .withPropertyValues(Docs.properties(Docs.GUIDE.resolve("migration/" + version.page)))
                .withBean(Warehouse.class)
                .withBean(FakeTime.class)
                .withBean(Sleeper.class, () -> millis -> slept.add(Duration.ofMillis(millis)))
                .withUserConfiguration(version.shop)
                .run(context -> {
                    var warehouse = context.getBean(Warehouse.class);
                    warehouse.failWith(failures);
                    endings.add(new Ending(result(version.order.apply(context)), warehouse.calls()));
                    slept.addAll(context.getBean(FakeTime.class).waits());
                });
        return endings.get(0);
    }

    private static String result(Callable<String> order) {
        try {
            return order.call();
        } catch (Exception failure) {
            return failure.getClass().getSimpleName();
        }
    }

    private static List<WarehouseDownException> down(int times) {
        return Stream.generate(WarehouseDownException::new).limit(times).toList();
    }

    private record Ending(String result, int calls) {}

    enum Version {
        SPRING_RETRY_BEFORE(
                "spring-retry.md",
                io.backoff.docs.migration.springretry.before.Shop.class,
                context -> () -> context.getBean(io.backoff.docs.migration.springretry.before.OrderService.class)
                        .place("tea"),
                100,
                "backordered tea",
                "ExhaustedRetryException"),
        SPRING_RETRY_AFTER(
                "spring-retry.md",
                io.backoff.docs.migration.springretry.after.Shop.class,
                context -> () -> context.getBean(io.backoff.docs.migration.springretry.after.OrderService.class)
                        .place("tea"),
                100,
                "backordered tea",
                "SoldOutException"),
        SPRING_FRAMEWORK_BEFORE(
                "spring-framework.md",
                io.backoff.docs.migration.springframework.before.Shop.class,
                context -> () -> context.getBean(io.backoff.docs.migration.springframework.before.OrderService.class)
                        .place("tea"),
                0,
                "WarehouseDownException",
                "SoldOutException"),
        SPRING_FRAMEWORK_AFTER(
                "spring-framework.md",
                io.backoff.docs.migration.springframework.after.Shop.class,
                context -> () -> context.getBean(io.backoff.docs.migration.springframework.after.OrderService.class)
                        .place("tea"),
                50,
                "WarehouseDownException",
                "SoldOutException"),
        RESILIENCE4J_BEFORE(
                "resilience4j.md",
                io.backoff.docs.migration.resilience4j.before.Shop.class,
                context -> () -> context.getBean(io.backoff.docs.migration.resilience4j.before.OrderService.class)
                        .place("tea"),
                100,
                "backordered tea",
                "SoldOutException"),
        RESILIENCE4J_AFTER(
                "resilience4j.md",
                io.backoff.docs.migration.resilience4j.after.Shop.class,
                context -> () -> context.getBean(io.backoff.docs.migration.resilience4j.after.OrderService.class)
                        .place("tea"),
                100,
                "backordered tea",
                "SoldOutException"),
        FAILSAFE_BEFORE(
                "failsafe.md",
                io.backoff.docs.migration.failsafe.before.Shop.class,
                context -> () -> context.getBean(io.backoff.docs.migration.failsafe.before.OrderService.class)
                        .place("tea"),
                0,
                "WarehouseDownException",
                "SoldOutException"),
        FAILSAFE_AFTER(
                "failsafe.md",
                io.backoff.docs.migration.failsafe.after.Shop.class,
                context -> () -> context.getBean(io.backoff.docs.migration.failsafe.after.OrderService.class)
                        .place("tea"),
                50,
                "WarehouseDownException",
                "SoldOutException");

        private final String page;
        private final Class<?> shop;
        private final Function<ApplicationContext, Callable<String>> order;
        private final int firstDelay;
        private final String givenUp;
        private final String rejected;

        /**
         * One side of an example.
         *
         * @param firstDelay in milliseconds; 0 for a library that really sleeps and does not report how long
         * @param givenUp what the caller gets when the warehouse stays down
         * @param rejected what the caller gets for a failure that is not retried
         */
        Version(
                String page,
                Class<?> shop,
                Function<ApplicationContext, Callable<String>> order,
                int firstDelay,
                String givenUp,
                String rejected) {
            this.page = page;
            this.shop = shop;
            this.order = order;
            this.firstDelay = firstDelay;
            this.givenUp = givenUp;
            this.rejected = rejected;
        }

        private List<Duration> delays(int... multiples) {
            return firstDelay == 0
                    ? List.of()
                    : java.util.Arrays.stream(multiples)
                            .mapToObj(multiple -> Duration.ofMillis(firstDelay).multipliedBy(multiple))
                            .toList();
        }
    }
}
