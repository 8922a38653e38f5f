package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.resilience.annotation.Retryable;

/** What callers get from methods that block, and how their calls are counted. */
class AdoptedValuesTests extends AdoptionContract {

    private final Shop shop = get(Shop.class);

    AdoptedValuesTests(AdoptedLibrary library, String mode) {
        super(
                library,
                () -> new AdoptedApplication(mode)
                        .retry("one", config -> config.maxAttempts(1))
                        .retry("thousand", config -> config.maxAttempts(1000))
                        .retry(
                                "io",
                                config -> config.retryExceptions(IOException.class)
                                        .ignoreExceptions(FileNotFoundException.class)),
                Shop.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRetryMaySucceed(int failures) throws Exception {
        Script script = Script.failing(failures, "sold");
        assertThat(shop.value(script)).isEqualTo("sold");
        assertThat(script.attempts()).isEqualTo(failures + 1);
        assertThat(application.waits()).isEqualTo(library.delays(failures));
        assertOutcome(Outcome.RECOVERED);
    }

    @Test
    void theCallerGetsTheLastFailureAsItIs() throws Exception {
        Exception first = new IOException("first");
        Exception last = new IllegalStateException("last", new IOException("cause"));
        last.addSuppressed(new IOException("suppressed"));
        Script script = Script.of(first, new IllegalArgumentException("second"), last, "too late");
        assertThrows(last, () -> shop.value(script));
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(first).hasNoSuppressedExceptions().hasNoCause();
        assertThat(application.waits()).isEqualTo(library.delays(2));
        assertOutcome(Outcome.EXHAUSTED);
    }

    /** Failures that are easy to mishandle: the same instance twice, equal ones, and a cause that was thrown before. */
    static Stream<List<Throwable>> failures() {
        IOException same = new IOException("always");
        IOException cause = new IOException("cause");
        return Stream.of(
                List.of(new IllegalArgumentException("unchecked"), new IllegalArgumentException("second")),
                List.of(new IOException("checked"), new IOException("second")),
                List.of(new InterruptedException("without a flag"), new InterruptedException("second")),
                List.of(same, same),
                List.of(new EqualException(), new EqualException()),
                List.of(cause, new UncheckedIOException("a cause that was thrown before", cause)));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failuresOfAnyKindReachTheCaller(List<Throwable> failures) throws Exception {
        Script script = Script.of(failures.get(0), failures.get(0), failures.get(1), "too late");
        assertThrows(failures.get(1), () -> shop.value(script));
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aCauseMayStillBeSetAfterwards() throws Exception {
        IOException last = new IOException("last");
        assertThrows(last, () -> shop.value(Script.of(last)));
        assertThat(last.initCause(new IOException("cause"))).isSameAs(last);
    }

    @Test
    void oneAttemptIsNotRetried() throws Exception {
        Script script = Script.failing(1, "too late");
        assertThat(catchThrowable(() -> shop.once(script))).hasMessage("failure 1");
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.waits()).isEmpty();
        assertOutcome(Outcome.NOT_RETRYABLE);
    }

    @Test
    void aThousandAttemptsAreMade() throws Exception {
        assertThat(shop.often(Script.failing(999, "sold"))).isEqualTo("sold");
        assertThat(catchThrowable(() -> shop.often(Script.failing(1000, "too late"))))
                .hasMessage("failure 1000");
    }

    @ParameterizedTest
    @CsvSource({
        "java.io.IOException, 3",
        "java.io.EOFException, 3",
        "java.io.FileNotFoundException, 1",
        "java.lang.IllegalStateException, 1",
        "java.lang.AssertionError, 1",
    })
    void failuresThatTheLibraryDoesNotRetryEndTheCall(Class<? extends Throwable> type, int attempts) throws Exception {
        Throwable failure = type.getConstructor().newInstance();
        Script script = Script.of(failure);
        assertThrows(failure, () -> shop.io(script));
        assertThat(script.attempts()).isEqualTo(attempts);
        assertOutcome(attempts == 1 ? Outcome.NOT_RETRYABLE : Outcome.EXHAUSTED);
    }

    @Test
    void aFailureThatIsNotRetriedMayFollowOthers() throws Exception {
        IllegalStateException last = new IllegalStateException();
        Script script = Script.of(new IOException(), last, "too late");
        assertThrows(last, () -> shop.io(script));
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void nullIsASuccess() throws Exception {
        Script script = Script.failing(1, null);
        assertThat(shop.value(script)).isNull();
        assertThat(script.attempts()).isEqualTo(2);
        assertOutcome(Outcome.RECOVERED);
    }

    @ParameterizedTest
    @MethodSource
    void whatIsNeitherFutureNorPublisherIsAValue(Object value) throws Exception {
        Script script = Script.calling(() -> value);
        assertThat(shop.value(script)).isSameAs(value);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.waits()).isEmpty();
        assertOutcome(Outcome.SUCCESS);
    }

    static Stream<Object> whatIsNeitherFutureNorPublisherIsAValue() {
        return Stream.of(
                "sold", Optional.of("sold"), Stream.empty(), List.of().iterator(), new IllegalStateException());
    }

    @Test
    void methodsWithoutAResultAreRetried() throws Exception {
        Script script = Script.failing(2, "done");
        shop.nothing(script);
        assertThat(script.attempts()).isEqualTo(3);
        assertOutcome(Outcome.RECOVERED);
    }

    @Test
    void primitiveResultsArriveAsTheyAre() throws Exception {
        assertThat(shop.number(Script.failing(1, 42))).isEqualTo(42);
    }

    @Test
    void theCallersThreadMakesAllAttempts() throws Exception {
        Script script = Script.failing(2, "sold");
        shop.value(script);
        assertThat(script.threads()).hasSize(3).containsOnly(Thread.currentThread());
    }

    @Test
    void eachAttemptGetsTheArgumentsOfTheCall() throws Exception {
        List<Object> seen = new ArrayList<>();
        Object[] arguments = {"a", null, 3};
        catchThrowable(() -> shop.arguments(seen, arguments));
        assertThat(seen).hasSize(3).allMatch(each -> each == arguments);
    }

    @Test
    void callsAtTheSameTimeDoNotMix() throws Exception {
        CyclicBarrier together = new CyclicBarrier(4);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Script> scripts = IntStream.range(0, 40)
                .mapToObj(number -> Script.failing(number % 4, "sold " + number))
                .toList();
        try {
            List<Future<Object>> results = threads.invokeAll(scripts.stream()
                    .<Callable<Object>>map(script -> () -> {
                        together.await(20, TimeUnit.SECONDS);
                        return shop.value(script);
                    })
                    .toList());
            for (int number = 0; number < 40; number++) {
                Future<Object> result = results.get(number);
                if (number % 4 < 3) {
                    assertThat(result.get()).isEqualTo("sold " + number);
                } else {
                    assertThat(catchThrowable(result::get)).hasRootCauseMessage("failure 3");
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(scripts.subList(0, 4)).extracting(Script::attempts).containsExactly(1, 2, 3, 3);
        assertOutcomes(Map.of(Outcome.SUCCESS, 10L, Outcome.RECOVERED, 20L, Outcome.EXHAUSTED, 10L));
    }

    private static final class EqualException extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public boolean equals(Object other) {
            return other instanceof EqualException;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    static class Shop {

        public Object value(Script script) throws Exception {
            return script.run();
        }

        public void nothing(Script script) {
            script.run();
        }

        public int number(Script script) {
            return script.<Integer>run();
        }

        public void arguments(List<Object> seen, Object[] arguments) {
            seen.add(arguments);
            throw new IllegalStateException();
        }

        @Retryable(maxRetries = 0, delay = 0)
        @org.springframework.retry.annotation.Retryable(maxAttempts = 1)
        @Retry(name = "one")
        public Object once(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxRetries = 999, delay = 0)
        @org.springframework.retry.annotation.Retryable(maxAttempts = 1000)
        @Retry(name = "thousand")
        public Object often(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0, includes = IOException.class, excludes = FileNotFoundException.class)
        @org.springframework.retry.annotation.Retryable(
                retryFor = IOException.class,
                noRetryFor = FileNotFoundException.class)
        @Retry(name = "io")
        public Object io(Script script) throws Exception {
            return script.run();
        }
    }
}
