package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.resilience4j.Intervals.Asked;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What Resilience4j itself retries, how often, and what the caller of a blocking method gets. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class Resilience4jRetriesAttemptsTests {

    private static ResilienceApplication application;

    private final IOException first = new IOException("first");
    private final IOException second = new IOException("second");
    private final IOException third = new IOException("third");
    private final Service service;

    Resilience4jRetriesAttemptsTests(String mode) {
        service = application.fresh(Service.class);
    }

    @BeforeParameterizedClassInvocation
    static void start(String mode) {
        application = new ResilienceApplication(mode)
                .retry("three", config -> config.maxAttempts(3))
                .retry("one", config -> config.maxAttempts(1))
                .retry("thousand", config -> config.maxAttempts(1_000))
                .retry(
                        "broken",
                        config -> config.intervalBiFunction((attempt, outcome) -> {
                            throw new IllegalArgumentException("no interval");
                        }))
                .retry(
                        "interrupted",
                        config -> config.intervalBiFunction((attempt, outcome) -> {
                            Thread.currentThread().interrupt();
                            return 1L;
                        }))
                .start(Service.class);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
    }

    @Test
    void aSuccessIsReturned() throws Exception {
        Object result = new Object();
        Script<Object> script = Script.of(result);
        assertThat(service.three(script)).isSameAs(result);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.intervals().asked()).isEmpty();
    }

    @Test
    void aSecondAttemptSucceeds() throws Exception {
        Script<Object> script = Script.of(first, "ok");
        assertThat(service.three(script)).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.intervals().asked()).containsExactly(new Asked(1, first, null));
    }

    @Test
    void theLastAttemptSucceeds() throws Exception {
        Script<Object> script = Script.of(first, second, "ok");
        assertThat(service.three(script)).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(application.intervals().asked())
                .containsExactly(new Asked(1, first, null), new Asked(2, second, null));
    }

    @Test
    void theLastFailureIsThrownUntouched() {
        Script<Object> script = Script.of(first, second, third);
        assertThat(catchThrowable(() -> service.three(script))).isSameAs(third);
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(application.intervals().asked())
                .containsExactly(new Asked(1, first, null), new Asked(2, second, null));
        assertThat(List.of(first, second, third)).allSatisfy(failure -> {
            assertThat(failure).hasNoCause().hasNoSuppressedExceptions();
        });
    }

    @Test
    void allAttemptsAreMadeByTheCallingThread() {
        Script<Object> script = Script.of(first);
        catchThrowable(() -> service.three(script));
        Thread caller = Thread.currentThread();
        assertThat(script.threads()).containsExactly(caller, caller, caller);
    }

    @Test
    void oneAttemptIsNotRetried() {
        Script<Object> script = Script.of(first, "ok");
        assertThat(catchThrowable(() -> service.one(script))).isSameAs(first);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.intervals().asked()).isEmpty();
    }

    @Test
    void aThousandAttempts() {
        Script<Object> script = Script.of(first);
        assertThat(catchThrowable(() -> service.thousand(script))).isSameAs(first);
        assertThat(script.attempts()).isEqualTo(1_000);
        assertThat(application.intervals().asked())
                .extracting(Asked::attempt)
                .isEqualTo(IntStream.range(1, 1_000).boxed().toList());
        assertThat(first).hasNoSuppressedExceptions();
    }

    @Test
    void uncheckedExceptionsAreRetriedAlike() {
        var down = new UncheckedIOException(first);
        Script<Object> script = Script.of(new IllegalStateException(), second, down);
        assertThat(catchThrowable(() -> service.three(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void anInterruptedExceptionIsRetriedAsAnyOther() throws Exception {
        Script<Object> script = Script.of(new InterruptedException(), "ok");
        assertThat(service.three(script)).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void anInterruptWhileWaitingEndsTheCallWithTheLastFailure() {
        Script<Object> script = Script.of(first, "ok");
        assertThat(catchThrowable(() -> service.interrupted(script))).isSameAs(first);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aFailureOfTheIntervalEndsTheCall() {
        Script<Object> script = Script.of(first, "ok");
        assertThat(catchThrowable(() -> service.broken(script)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no interval")
                .hasNoCause();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void nothingIsReturned() throws Exception {
        Script<Object> script = Script.of(first, "ok");
        service.nothing(script);
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aPrimitiveIsReturned() throws Exception {
        Script<Integer> script = Script.of(first, 42);
        assertThat(service.number(script)).isEqualTo(42);
        assertThat(script.attempts()).isEqualTo(2);
    }

    static class Service {

        @Retry(name = "three")
        public Object three(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "one")
        public Object one(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "thousand")
        public Object thousand(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "broken")
        public Object broken(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "interrupted")
        public Object interrupted(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three")
        public void nothing(Callable<Object> attempt) throws Exception {
            attempt.call();
        }

        @Retry(name = "three")
        public int number(Callable<Integer> attempt) throws Exception {
            return attempt.call();
        }
    }
}
