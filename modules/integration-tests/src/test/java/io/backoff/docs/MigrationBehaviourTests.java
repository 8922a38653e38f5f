package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.docs.migration.behaviour.BackoffCaller;
import io.backoff.docs.migration.behaviour.Caller;
import io.backoff.docs.migration.behaviour.FailsafeCaller;
import io.backoff.docs.migration.behaviour.Resilience4jCaller;
import io.backoff.docs.migration.behaviour.SpringFrameworkCaller;
import io.backoff.docs.migration.behaviour.SpringRetryCaller;
import io.backoff.http.client.BackoffHttpClientAutoConfiguration;
import io.backoff.testkit.Docs;
import io.github.resilience4j.springboot.retry.autoconfigure.RetryAutoConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpStatus;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.web.client.HttpClientErrorException;

/** The migration guide's claims about differences in behaviour, each tested on the library itself. */
class MigrationBehaviourTests {

    private static final Map<String, Class<? extends Caller>> LIBRARIES = new LinkedHashMap<>();
    private static final List<String> TABLES = List.of("attempts made, of three, for …", "the caller gets …");
    private static final Map<String, Scenario> SCENARIOS = new LinkedHashMap<>();

    static {
        LIBRARIES.put("Backoff", BackoffCaller.class);
        LIBRARIES.put("spring-retry", SpringRetryCaller.class);
        LIBRARIES.put("Framework", SpringFrameworkCaller.class);
        LIBRARIES.put("Resilience4j", Resilience4jCaller.class);
        LIBRARIES.put("Failsafe", FailsafeCaller.class);

        SCENARIOS.put("an exception", (caller, inner) -> calls(caller::call, new IllegalStateException()));
        SCENARIOS.put(
                "`IllegalArgumentException`", (caller, inner) -> calls(caller::call, new IllegalArgumentException()));
        SCENARIOS.put("`InterruptedException`", (caller, inner) -> calls(caller::call, new InterruptedException()));
        SCENARIOS.put("`OutOfMemoryError`", (caller, inner) -> calls(caller::call, new OutOfMemoryError()));
        SCENARIOS.put(
                "HTTP status 404",
                (caller, inner) -> calls(
                        caller::call, HttpClientErrorException.create(HttpStatus.NOT_FOUND, "", null, null, null)));
        SCENARIOS.put(
                "an exception caused by `IOException`, if `IOException` is to be retried",
                (caller, inner) -> calls(caller::callIo, new UncheckedIOException(new IOException())));
        SCENARIOS.put("a failed `CompletableFuture`", (caller, inner) -> futures(caller));
        SCENARIOS.put(
                "a failure within two nested calls",
                (caller, inner) ->
                        calls(operation -> caller.call(() -> inner.call(operation)), new IllegalStateException()));
        SCENARIOS.put("a checked exception", (caller, inner) -> thrown(caller));
        SCENARIOS.put("the exceptions of earlier attempts", (caller, inner) -> suppressed(caller));
    }

    @ParameterizedTest
    @MethodSource
    void isAsTheGuideSays(List<String> row) {
        assertThat(results(SCENARIOS.get(row.get(0)))).isEqualTo(row.subList(1, row.size()));
    }

    static Stream<List<String>> isAsTheGuideSays() {
        return rows();
    }

    @Test
    void isCompared() {
        assertThat(TABLES)
                .allSatisfy(each -> assertThat(table(each).header())
                        .endsWith(LIBRARIES.keySet().toArray(String[]::new)));
        assertThat(rows()).extracting(row -> row.get(0)).containsExactlyElementsOf(SCENARIOS.keySet());
    }

    private static Stream<List<String>> rows() {
        return TABLES.stream().flatMap(each -> table(each).rows().stream());
    }

    private static Docs.Table table(String header) {
        return Docs.table(Docs.GUIDE.resolve("migration/README.md"), header);
    }

    private static List<String> results(Scenario scenario) {
        var results = new ArrayList<String>();
        var application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffHttpClientAutoConfiguration.class,
                        RetryAutoConfiguration.class))
                .withUserConfiguration(Libraries.class)
                .withPropertyValues(
                        "backoff.policies.three.strategy=none",
                        "resilience4j.retry.instances.three.wait-duration=1ms",
                        "resilience4j.retry.instances.io.wait-duration=1ms",
                        "resilience4j.retry.instances.io.retry-exceptions=java.io.IOException");
        for (var each : LIBRARIES.entrySet()) {
            application = application
                    .withBean(each.getKey(), each.getValue())
                    .withBean(each.getKey() + " inside", each.getValue());
        }
        application.run(context -> LIBRARIES
                .keySet()
                .forEach(name -> results.add(scenario.ask(
                        context.getBean(name, Caller.class), context.getBean(name + " inside", Caller.class)))));
        return results;
    }

    private static String calls(Call call, Throwable failure) {
        var calls = new AtomicInteger();
        end(call, calls, failure);
        return String.valueOf(calls.get());
    }

    private static String futures(Caller caller) {
        var calls = new AtomicInteger();
        caller.callLater(() -> {
                    calls.incrementAndGet();
                    return CompletableFuture.failedFuture(new IllegalStateException());
                })
                .handle((result, failure) -> result)
                .join();
        return String.valueOf(calls.get());
    }

    private static String thrown(Caller caller) {
        var thrown = end(caller::call, new AtomicInteger(), new IOException());
        return thrown instanceof IOException
                ? "as it is"
                : "in a `" + thrown.getClass().getSimpleName() + "`";
    }

    private static String suppressed(Caller caller) {
        var thrown = end(caller::call, new AtomicInteger(), null);
        return thrown.getSuppressed().length > 0 ? "suppressed" : "no";
    }

    private static Throwable end(Call call, AtomicInteger calls, Throwable failure) {
        try {
            call.make(() -> {
                calls.incrementAndGet();
                if (failure instanceof Error error) {
                    throw error;
                }
                throw failure == null ? new IllegalStateException() : (Exception) failure;
            });
        } catch (Throwable thrown) {
            // Some libraries leave the flag set.
            Thread.interrupted();
            return thrown;
        }
        throw new AssertionError("It has not failed");
    }

    private interface Scenario {

        String ask(Caller caller, Caller inner);
    }

    private interface Call {

        Object make(Callable<Object> operation) throws Exception;
    }

    @EnableRetry
    @EnableResilientMethods
    static class Libraries {}
}
