package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import java.lang.reflect.Method;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
import org.springframework.util.ReflectionUtils;

/** The delays between the attempts of a call. */
class SpringRetriesDelaysTests extends SpringRetryBeans {

    private final Service service = get(Service.class);

    SpringRetriesDelaysTests(String mode) {
        super(mode, Service.class);
    }

    @ParameterizedTest
    @CsvSource({
        "byDefault, 1000 1000",
        "fixed, 250 250 250",
        "none, 1 1",
        "multiplied, 100 200 400 800",
        "capped, 100 300 500 500",
        "cappedByDefault, 20000 30000 30000",
        "expressions, 10 30 50",
        "once, ''",
    })
    void areThoseOfTheAnnotation(String method, String delays) {
        Method found = ReflectionUtils.findMethod(Service.class, method, Script.class);
        ReflectionUtils.makeAccessible(found);
        fail(script -> ReflectionUtils.invokeMethod(found, service, script));
        assertThat(delays().all().stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .isEqualTo(delays);
    }

    @Test
    void startsAgainWithEachCall() {
        fail(service::multiplied);
        fail(service::multiplied);
        assertDelays(100L, 200L, 400L, 800L, 100L, 200L, 400L, 800L);
    }

    @Test
    void spreadsDelaysUpToTheNext() {
        fail(service::random);
        assertThat(delays().all()).hasSize(3);
        assertThat(delays().all().get(0)).isBetween(100L, 200L);
        assertThat(delays().all().get(1)).isBetween(200L, 400L);
        assertThat(delays().all().get(2)).isBetween(400L, 700L);
    }

    @Test
    void drawsDelaysBetweenDelayAndMaxDelay() {
        fail(service::uniform);
        assertThat(delays().all())
                .hasSize(99)
                .allSatisfy(delay -> assertThat(delay).isBetween(100L, 300L));
    }

    @Test
    void evaluatesExpressionsFromArguments() {
        catchThrowable(() -> service.fromArguments(Script.of(new IllegalStateException()), 40L));
        assertDelays(40L, 40L);
    }

    private static void fail(Call call) {
        catchThrowable(() -> call.with(Script.of(new IllegalStateException())));
    }

    interface Call {

        Object with(Script script) throws Exception;
    }

    static class Service {

        @Retryable
        Object byDefault(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 4, backoff = @Backoff(250))
        Object fixed(Script script) throws Exception {
            return script.run();
        }

        @Retryable(backoff = @Backoff(0))
        Object none(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 5, backoff = @Backoff(delay = 100, multiplier = 2))
        Object multiplied(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 5, backoff = @Backoff(delay = 100, multiplier = 3, maxDelay = 500))
        Object capped(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 4, backoff = @Backoff(delay = 20_000, multiplier = 2))
        Object cappedByDefault(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 4, backoff = @Backoff(delay = 100, multiplier = 2, maxDelay = 700, random = true))
        Object random(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 100, backoff = @Backoff(delay = 100, maxDelay = 300))
        Object uniform(Script script) throws Exception {
            return script.run();
        }

        @Retryable(
                maxAttempts = 4,
                backoff =
                        @Backoff(
                                delayExpression = "#{5 * 2}",
                                multiplierExpression = "#{3}",
                                maxDelayExpression = "${no.such.property:50}"))
        Object expressions(Script script) throws Exception {
            return script.run();
        }

        @Retryable(backoff = @Backoff(delayExpression = "args[1]"))
        Object fromArguments(Script script, long delay) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 1)
        Object once(Script script) throws Exception {
            return script.run();
        }
    }
}
