package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What a negative interval does: it ends a call of Resilience4j, or it does not. */
class Resilience4jRetriesEndedTests extends OneLibrary {

    private static final AtomicLong interval = new AtomicLong();
    private static final AtomicInteger asked = new AtomicInteger();

    private final IOException checked = new IOException("down");
    private final IllegalStateException unchecked = new IllegalStateException("down");
    private final Service service = get(Service.class);

    Resilience4jRetriesEndedTests(String mode) {
        super(() -> new AdoptedApplication(mode)
                .retry(
                        "three",
                        config -> config.maxAttempts(3)
                                .retryOnResult("busy"::equals)
                                .intervalBiFunction((attempt, outcome) -> {
                                    asked.incrementAndGet();
                                    return interval.get();
                                }))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class));
        interval.set(-1);
        asked.set(0);
    }

    @Test
    void aCheckedExceptionIsThrownAsItIs() {
        List<Long> before = application.counts("three");
        Script script = Script.of(checked, "ok");
        assertThat(catchThrowable(() -> service.call(script))).isSameAs(checked);
        assertThat(checked).hasNoCause().hasNoSuppressedExceptions();
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("ERROR three 1 IOException: down");
        assertThat(added(before)).containsExactly(0L, 0L, 0L, 0L, 1L);
    }

    @Test
    void anUncheckedExceptionIsThrownAsItIs() {
        Script script = Script.of(unchecked, "ok");
        assertThat(catchThrowable(() -> service.call(script))).isSameAs(unchecked);
        assertThat(unchecked).hasNoCause().hasNoSuppressedExceptions();
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("ERROR three 1 IllegalStateException: down");
    }

    @Test
    void anyNegativeIntervalEndsABlockingCall() {
        interval.set(Long.MIN_VALUE);
        Script script = Script.of(checked, "ok");
        assertThat(catchThrowable(() -> service.call(script))).isSameAs(checked);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void theThreadIsNotInterrupted() {
        catchThrowable(() -> service.call(Script.of(checked)));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** The exception is of Resilience4j, which asks for another interval for it. */
    @Test
    void aRejectedResultBecomesAnException() {
        Script script = Script.of("busy", "ok");
        assertThat(catchThrowable(() -> service.call(script)))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("Unexpected exception during retry wait interval")
                .hasCauseExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(asked).hasValue(2);
        assertThat(application.events())
                .containsExactly(
                        "ERROR three 1 null",
                        "ERROR three 2 IllegalStateException: Unexpected exception during retry wait interval");
    }

    @Test
    void aRejectedResultAfterAFailureBecomesAnExceptionToo() {
        Script script = Script.of(unchecked, "busy", "ok");
        assertThat(catchThrowable(() -> service.call(new EndingAfter(script, 2))))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("Unexpected exception during retry wait interval");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aFutureFailsWithTheFailure() {
        List<Long> before = application.counts("three");
        Script script = Script.of(CompletableFuture.failedFuture(checked));
        assertThat(catchThrowable(service.later(script)::join)).cause().isSameAs(checked);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("ERROR three 1 IOException: down");
        assertThat(added(before)).containsExactly(0L, 0L, 0L, 0L, 1L);
    }

    @Test
    void anyNegativeIntervalEndsAFuture() {
        interval.set(-5);
        Script script = Script.of(CompletableFuture.failedFuture(checked));
        assertThat(catchThrowable(service.later(script)::join)).cause().isSameAs(checked);
        assertThat(script.attempts()).isEqualTo(1);
    }

    /** Resilience4j counts it as a success after retries. */
    @Test
    void aRejectedResultOfAFutureIsItsResult() {
        List<Long> before = application.counts("three");
        Script script = Script.of(CompletableFuture.completedFuture("busy"));
        assertThat(service.later(script).join()).isEqualTo("busy");
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("RETRY three 1 null", "SUCCESS three 1 null");
        assertThat(added(before)).containsExactly(0L, 0L, 1L, 0L, 2L);
    }

    @Test
    void aMonoFailsWithTheFailure() {
        Script script = Script.of(checked, "ok");
        StepVerifier.create(service.mono(Mono.fromCallable(script)))
                .verifyErrorSatisfies(failure ->
                        assertThat(failure).isSameAs(checked).hasNoCause().hasNoSuppressedExceptions());
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("ERROR three 1 IOException: down");
    }

    @Test
    void aFluxFailsWithTheFailure() {
        StepVerifier.create(service.flux(Flux.<Object>just("a").concatWith(Mono.error(checked))))
                .expectNext("a")
                .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(checked));
        assertThat(application.events()).containsExactly("ERROR three 1 IOException: down");
    }

    @Test
    void anotherNegativeIntervalDoesNotEndAMono() {
        interval.set(-2);
        Script script = Script.of(checked, "ok");
        StepVerifier.create(service.mono(Mono.fromCallable(script)))
                .expectNext("ok")
                .verifyComplete();
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.events())
                .containsExactly("ERROR three 1 IOException: down", "SUCCESS three 1 IOException: down");
    }

    @Test
    void aRejectedElementIsEmitted() {
        Script script = Script.of("busy", "ok");
        StepVerifier.create(service.mono(Mono.fromCallable(script)))
                .expectNext("busy")
                .verifyComplete();
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("RETRY three 1 null", "SUCCESS three 1 null");
    }

    @Test
    void aRejectedElementOfAFluxDoesNotEndIt() {
        StepVerifier.create(service.flux(Flux.just("busy", "a")))
                .expectNext("busy", "a")
                .verifyComplete();
    }

    private List<Long> added(List<Long> before) {
        List<Long> now = application.counts("three");
        return List.of(
                now.get(0) - before.get(0),
                now.get(1) - before.get(1),
                now.get(2) - before.get(2),
                now.get(3) - before.get(3),
                now.get(4) - before.get(4));
    }

    /** A method body that asks for the end of the call in one of its attempts. */
    private record EndingAfter(Script script, int attempt) implements Callable<Object> {

        @Override
        public Object call() {
            interval.set(script.attempts() + 1 == attempt ? -1 : 0);
            return script.call();
        }
    }

    static class Service {

        @Retry(name = "three")
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three")
        public CompletableFuture<Object> later(Script attempt) {
            return attempt.run();
        }

        @Retry(name = "three")
        public Mono<Object> mono(Mono<Object> source) {
            return source;
        }

        @Retry(name = "three")
        public Flux<Object> flux(Flux<Object> source) {
            return source;
        }
    }
}
