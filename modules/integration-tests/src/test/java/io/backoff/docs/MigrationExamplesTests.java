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
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.retry.backoff.Sleeper;
import org.springframework.util.ClassUtils;

/**
 * The examples of the migration guide behave as documented before and after migration, with the YAML of their page.
 *
 * @param page of the guide
 * @param example its package
 * @param firstDelay in milliseconds; 0 for a library that really sleeps and does not report how long
 * @param givenUp what the caller gets when the warehouse stays down
 * @param rejected what the caller gets for a failure that is not retried
 */
@ParameterizedClass(name = "{1}")
@CsvSource({
    "spring-retry,     springretry.before,     100, backordered tea, ExhaustedRetryException",
    "spring-retry,     springretry.after,      100, backordered tea, SoldOutException",
    "spring-framework, springframework.before, 0, WarehouseDownException, SoldOutException",
    "spring-framework, springframework.after,  50, WarehouseDownException, SoldOutException",
    "resilience4j,     resilience4j.before,    100, backordered tea, SoldOutException",
    "resilience4j,     resilience4j.after,     100, backordered tea, SoldOutException",
    "failsafe,         failsafe.before,        0, WarehouseDownException, SoldOutException",
    "failsafe,         failsafe.after,         50, WarehouseDownException, SoldOutException"
})
record MigrationExamplesTests(String page, String example, int firstDelay, String givenUp, String rejected) {

    private static final List<Duration> slept = new ArrayList<>();

    @BeforeEach
    void letResilience4jNotSleep() {
        slept.clear();
        RetryImpl.setSleepFunction(millis -> slept.add(Duration.ofMillis(millis)));
    }

    @AfterEach
    void letResilience4jSleep() {
        RetryImpl.setSleepFunction(Thread::sleep);
    }

    @Test
    void retryUntilTheCallSucceeds() {
        assertThat(run(down(2))).isEqualTo(new Ending("reserved tea", 3));
        assertThat(slept).isEqualTo(delays(1, 2));
    }

    @Test
    void giveUpAfterFourAttempts() {
        assertThat(run(down(9))).isEqualTo(new Ending(givenUp, 4));
        assertThat(slept).isEqualTo(delays(1, 2, 4));
    }

    @Test
    void doNotRetryOtherFailures() {
        assertThat(run(List.of(new SoldOutException()))).isEqualTo(new Ending(rejected, 1));
        assertThat(slept).isEmpty();
    }

    private Ending run(List<? extends RuntimeException> failures) {
        var endings = new ArrayList<Ending>();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class, BackoffAutoConfiguration.class, RetryAutoConfiguration.class))
                .withPropertyValues(Docs.properties(Docs.GUIDE.resolve("migration/" + page + ".md")))
                .withBean(Warehouse.class)
                .withBean(FakeTime.class)
                .withBean(Sleeper.class, () -> millis -> slept.add(Duration.ofMillis(millis)))
                .withUserConfiguration(type("Shop"))
                .run(context -> {
                    var warehouse = context.getBean(Warehouse.class);
                    warehouse.failWith(failures);
                    endings.add(new Ending(place(context), warehouse.calls()));
                    slept.addAll(context.getBean(FakeTime.class).waits());
                });
        return endings.get(0);
    }

    /** Places an order; returns its result, or the name of the failure. */
    private String place(ApplicationContext context) throws ReflectiveOperationException {
        Class<?> service = type("OrderService");
        try {
            return (String) service.getMethod("place", String.class).invoke(context.getBean(service), "tea");
        } catch (InvocationTargetException thrown) {
            return thrown.getTargetException().getClass().getSimpleName();
        }
    }

    private Class<?> type(String name) {
        return ClassUtils.resolveClassName("io.backoff.docs.migration." + example + "." + name, null);
    }

    private List<Duration> delays(int... multiples) {
        return firstDelay == 0
                ? List.of()
                : IntStream.of(multiples)
                        .mapToObj(multiple -> Duration.ofMillis(firstDelay).multipliedBy(multiple))
                        .toList();
    }

    private static List<WarehouseDownException> down(int times) {
        return Stream.generate(WarehouseDownException::new).limit(times).toList();
    }

    private record Ending(String result, int calls) {}
}
