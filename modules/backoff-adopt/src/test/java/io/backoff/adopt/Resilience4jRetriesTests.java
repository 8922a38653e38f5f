package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.adopt.AdoptedApplication.Asked;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.MaxRetriesExceededException;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.aopalliance.intercept.MethodInterceptor;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.aspectj.InstantiationModelAwarePointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.context.annotation.Scope;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What Resilience4j itself retries, how often, and what its callers get. */
class Resilience4jRetriesTests extends OneLibrary {

    private static final List<String> tested = new CopyOnWriteArrayList<>();
    private static final List<String> consumed = new CopyOnWriteArrayList<>();
    /** What the instance {@code ended} waits, and how often it was asked. */
    private static final AtomicLong interval = new AtomicLong();

    private static final AtomicLong intervals = new AtomicLong();

    private final Words words = new Words();
    private final Service service = get(Service.class);

    Resilience4jRetriesTests(String mode) {
        super(() -> new AdoptedApplication(mode)
                .retry("io", config -> config.retryExceptions(IOException.class))
                .retry("downOnly", config -> config.retryOnException(failure -> test(failure.getMessage(), "down")))
                .retry("everything", config -> config.retryExceptions(Throwable.class))
                .retry(
                        "busy",
                        config -> config.maxAttempts(3)
                                .retryOnResult(result -> test(result, "busy") || result == null)
                                .consumeResultBeforeRetryAttempt(
                                        (attempt, result) -> consumed.add(attempt + " " + result)))
                .retry(
                        "strict",
                        config -> config.maxAttempts(3)
                                .retryOnResult("busy"::equals)
                                .failAfterMaxAttempts(true))
                .retry(
                        "ended",
                        config -> config.maxAttempts(3)
                                .retryOnResult("busy"::equals)
                                .intervalBiFunction((attempt, outcome) -> {
                                    intervals.incrementAndGet();
                                    return interval.get();
                                }))
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
                .start(AdoptedLibrary.RESILIENCE4J, Service.class, Surrounded.class));
        tested.clear();
        consumed.clear();
        interval.set(-1);
        intervals.set(0);
    }

    private static boolean test(@Nullable Object outcome, String retried) {
        tested.add(String.valueOf(outcome));
        return retried.equals(outcome);
    }

    /** The last columns have the outcomes that intervals, predicates and consumers of results got, each once. */
    @ParameterizedTest
    @CsvSource({
        "everything, down error ok,      error,      2, down,      '', ''",
        "io,         unchecked ok,       unchecked,  1, '',        '', ''",
        "downOnly,   down other ok,      other,      2, down,      down other, ''",
        "ioLater,    completion,         completion, 3, down down, '', ''",
        "busy,       ok,                 ok,         1, '',        ok, ''",
        "busy,       busy ok,            ok,         2, busy,      busy ok, 1 busy",
        "busy,       busy busy busy ok,  busy,       3, busy busy, busy busy busy, 1 busy 2 busy",
        "busy,       null ok,            ok,         2, null,      null ok, 1 null",
        "busy,       busy down busy ok,  busy,       3, busy down, busy busy, 1 busy",
        "busy,       busy busy down ok,  down,       3, busy busy, busy busy, 1 busy 2 busy",
        "nothing,    ignored,            null,       3, null null, null null null, 1 null 2 null",
        "busyLater,  busy ok,            ok,         2, busy,      busy ok, 1 busy",
        "busyLater,  busy busy busy ok,  busy,       3, busy busy, busy busy busy, 1 busy 2 busy",
        "busyMono,   busy busy busy ok,  busy,       3, busy busy, busy busy busy, 1 busy 2 busy"
    })
    void ends(String method, String attempts, String end, int made, String asked, String predicates, String consumers)
            throws Exception {
        Script script = words.scriptFor(service, method, attempts);
        assertThat(Words.end(service, method, script)).isEqualTo(words.meaning(end));
        assertThat(words.down).hasNoCause().hasNoSuppressedExceptions();
        assertThat(script.attempts()).isEqualTo(made);
        assertThat(application.asked())
                .extracting(Asked::attempt)
                .isEqualTo(IntStream.rangeClosed(1, application.asked().size())
                        .boxed()
                        .toList());
        assertThat(application.asked().stream()
                        .map(each -> each.failure() == null
                                ? each.result()
                                : each.failure().getMessage())
                        .map(String::valueOf)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(asked);
        assertThat(String.join(" ", tested)).isEqualTo(predicates);
        assertThat(String.join(" ", consumed)).isEqualTo(consumers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"three", "threeLater", "threeMono"})
    void anErrorIsNeitherRetriedNorCounted(String method) throws Exception {
        List<Long> before = application.counts("three");
        Script script = words.scriptFor(service, method, "error ok");
        assertThat(Words.end(service, method, script)).isSameAs(words.error);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.counts("three")).isEqualTo(before);
        assertThat(application.events()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ioLater", "ioMono"})
    void anotherFailureIsIgnored(String method) throws Exception {
        Script script = words.scriptFor(service, method, "other ok");
        assertThat(Words.end(service, method, script)).isSameAs(words.other);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("IGNORED_ERROR io 0 IllegalStateException: other");
    }

    @Test
    void theLastRejectedResultIsReturned() throws IOException {
        List<Long> before = application.counts("busy");
        assertThat(service.busy(Script.of("busy"))).isEqualTo("busy");
        assertThat(application.events())
                .containsExactly(
                        "RETRY busy 1 null",
                        "RETRY busy 2 null",
                        "ERROR busy 3 MaxRetriesExceeded: max retries is reached out for the result predicate check");
        assertThat(added("busy", before)).containsExactly(0L, 0L, 0L, 1L, 4L);
        assertOutcome(Outcome.RECOVERED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"strict", "strictLater", "strictMono"})
    void theLastRejectedResultFailsWhereThatIsConfigured(String method) throws Exception {
        Script script = words.scriptFor(service, method, "busy");
        assertThat((Throwable) Words.end(service, method, script))
                .isInstanceOf(MaxRetriesExceededException.class)
                .hasMessage("Retry 'strict' has exhausted all attempts (3)")
                .hasNoCause()
                .hasNoSuppressedExceptions();
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void anInterruptWhileWaitingForAnotherResultEndsTheCall() {
        Script script = Script.calling(() -> {
            Thread.currentThread().interrupt();
            return "busy";
        });
        Throwable thrown = catchThrowable(() -> service.busy(script));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown)
                .isExactlyInstanceOf(CancellationException.class)
                .hasMessage("Thread was interrupted during retry wait interval");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void anInterruptWhileWaitingEndsTheCallWithTheLastFailure() {
        Script script = words.script("down ok");
        assertThat(catchThrowable(() -> service.interrupted(script))).isSameAs(words.down);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aFailureOfTheIntervalEndsTheCall() {
        Script script = words.script("down ok");
        assertThat(catchThrowable(() -> service.broken(script)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no interval")
                .hasNoCause();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void laterAttemptsAreMadeByTheirScheduler() {
        Script script = words.futures("down down ok");
        assertThat(service.threeLater(script).join()).isEqualTo("ok");
        assertThat(script.threads()).hasSize(3).startsWith(Thread.currentThread());
        assertThat(script.threads().subList(1, 3)).doesNotContain(Thread.currentThread());
        assertThat(application.asked()).containsExactly(new Asked(1, words.down, null), new Asked(2, words.down, null));
    }

    @Test
    void aDependentFutureFailsWrapped() {
        Script script = Script.of(CompletableFuture.failedFuture(words.down).thenApply(result -> result));
        assertThat(catchThrowable(service.ioLater(script)::join))
                .isExactlyInstanceOf(CompletionException.class)
                .cause()
                .isSameAs(words.down);
        assertThat(script.attempts()).isEqualTo(3);
    }

    /** Resilience4j loses the exception: the caller waits forever. */
    @Test
    void aThrowOfALaterAttemptIsLost() {
        Script script = Script.of(CompletableFuture.failedFuture(words.down), words.down);
        CompletableFuture<Object> future = service.threeLater(script);
        awaitSecondAttempt(script);
        assertThat(catchThrowable(() -> future.get(20, TimeUnit.MILLISECONDS))).isInstanceOf(TimeoutException.class);
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.events()).containsExactly("RETRY three 1 IOException: down");
    }

    @Test
    void cancellingDoesNotReachTheTargetNorEndTheRetries() {
        var pending = new CompletableFuture<Object>();
        Script script = Script.of(pending, CompletableFuture.completedFuture("ok"));
        CompletableFuture<Object> future = service.threeLater(script);
        assertThat(future.cancel(true)).isTrue();
        assertThat(pending).isNotDone();
        pending.completeExceptionally(words.down);
        awaitSecondAttempt(script);
        assertThat(catchThrowable(future::join)).isExactlyInstanceOf(CancellationException.class);
    }

    /** Handlers of a future run last in, first out. */
    @Test
    void aHandlerOfTheSameFutureRunsAfterTheirs() {
        assertThat(handlers((future, handler) -> {
                    future.whenComplete(handler);
                    return future;
                }))
                .containsExactly("caller", "attempt");
    }

    @Test
    void aHandlerOfADependentFutureRunsBeforeTheirs() {
        assertThat(handlers(CompletableFuture::whenComplete)).containsExactly("attempt", "caller");
    }

    /** The order in which handlers run: the caller's, and one that advice directly inside of theirs adds. */
    private List<String> handlers(
            BiFunction<CompletableFuture<Object>, BiConsumer<Object, Throwable>, CompletableFuture<Object>> adding) {
        List<String> order = new CopyOnWriteArrayList<>();
        Surrounded own = get(Surrounded.class);
        Advised advised = (Advised) own;
        int theirs = 0;
        while (!(advised.getAdvisors()[theirs] instanceof InstantiationModelAwarePointcutAdvisor)) {
            theirs++;
        }
        advised.addAdvice(theirs + 1, (MethodInterceptor) invocation -> {
            @SuppressWarnings("unchecked")
            var attempt = (CompletableFuture<Object>) invocation.proceed();
            return adding.apply(attempt, (result, failure) -> order.add("attempt"));
        });
        var pending = new CompletableFuture<Object>();
        CompletableFuture<Object> future = own.later(Script.of(pending));
        future.whenComplete((result, failure) -> order.add("caller"));
        pending.complete("ok");
        assertThat(future.join()).isEqualTo("ok");
        return order;
    }

    @Test
    void aCancelledTargetIsRetriedAsAnyFailure() {
        var cancelled = new CompletableFuture<Object>();
        cancelled.cancel(true);
        Script script = Script.of(cancelled, CompletableFuture.completedFuture("ok"));
        assertThat(service.threeLater(script).join()).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void aRejectedElementCancelsTheAttemptAndIsRetried() {
        List<String> signals = new CopyOnWriteArrayList<>();
        Script script = words.script("busy ok");
        Mono<Object> sold = Mono.fromCallable(script).doOnCancel(() -> signals.add("cancel"));
        StepVerifier.create(service.mono(sold)).expectNext("ok").verifyComplete();
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(signals).containsExactly("cancel");
        assertThat(application.asked()).containsExactly(new Asked(1, null, "busy"));
    }

    @ParameterizedTest
    @CsvSource({
        "ended, down, -1",
        "ended, other, -1",
        "ended, down, -9223372036854775808",
        "endedLater, down, -1",
        "endedLater, down, -5",
        "endedMono, down, -1"
    })
    void aNegativeIntervalEndsTheCallWithItsFailure(String method, String failure, long negative) throws Exception {
        interval.set(negative);
        List<Long> before = application.counts("ended");
        Script script = words.scriptFor(service, method, failure + " ok");
        var thrown = (Throwable) Words.end(service, method, script);
        assertThat(thrown).isEqualTo(words.meaning(failure)).hasNoCause().hasNoSuppressedExceptions();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events())
                .containsExactly("ERROR ended 1 " + thrown.getClass().getSimpleName() + ": " + failure);
        assertThat(added("ended", before)).containsExactly(0L, 0L, 0L, 0L, 1L);
    }

    @Test
    void anotherNegativeIntervalDoesNotEndAMono() throws Exception {
        interval.set(-2);
        Script script = words.script("down ok");
        assertThat(Words.end(service, "endedMono", script)).isEqualTo("ok");
        assertThat(script.attempts()).isEqualTo(2);
        assertThat(application.events())
                .containsExactly("ERROR ended 1 IOException: down", "SUCCESS ended 1 IOException: down");
    }

    /** Resilience4j creates the exception, and computes a further interval for it. */
    @Test
    void aRejectedResultThatEndsTheCallBecomesAnException() {
        Script script = words.script("busy ok");
        assertThat(catchThrowable(() -> service.ended(script)))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("Unexpected exception during retry wait interval")
                .hasCauseExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(intervals).hasValue(2);
        assertThat(application.events())
                .containsExactly(
                        "ERROR ended 1 null",
                        "ERROR ended 2 IllegalStateException: Unexpected exception during retry wait interval");
    }

    @Test
    void aRejectedResultAfterAFailureBecomesAnExceptionToo() {
        Callable<Object> failing = () -> {
            interval.set(0);
            throw words.other;
        };
        Callable<Object> ending = () -> {
            interval.set(-1);
            return "busy";
        };
        Script script = Script.calling(failing, ending, () -> "ok");
        assertThat(catchThrowable(() -> service.ended(script)))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("Unexpected exception during retry wait interval");
        assertThat(script.attempts()).isEqualTo(2);
    }

    /** Resilience4j counts it as a success after retries. */
    @ParameterizedTest
    @ValueSource(strings = {"endedLater", "endedMono"})
    void aRejectedResultOfAFutureOrMonoIsItsResult(String method) throws Exception {
        List<Long> before = application.counts("ended");
        Script script = words.scriptFor(service, method, "busy ok");
        assertThat(Words.end(service, method, script)).isEqualTo("busy");
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).containsExactly("RETRY ended 1 null", "SUCCESS ended 1 null");
        assertThat(added("ended", before)).containsExactly(0L, 0L, 1L, 0L, 2L);
    }

    @Test
    void aNegativeIntervalEndsAFluxWithItsFailure() {
        StepVerifier.create(service.flux(Flux.<Object>just("a").concatWith(Mono.error(words.down))))
                .expectNext("a")
                .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(words.down));
        assertThat(application.events()).containsExactly("ERROR ended 1 IOException: down");
    }

    @Test
    void aRejectedElementOfAFluxDoesNotEndIt() {
        StepVerifier.create(service.flux(Flux.just("busy", "a")))
                .expectNext("busy", "a")
                .verifyComplete();
    }

    private static void awaitSecondAttempt(Script script) {
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> script.attempts() == 2);
    }

    /** A bean of its own for each test, which adds advice. */
    @Scope("prototype")
    static class Surrounded {

        @Retry(name = "three")
        public CompletableFuture<Object> later(Script script) {
            return script.run();
        }
    }

    static class Service {

        @Retry(name = "three")
        public Object three(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "three")
        public CompletableFuture<Object> threeLater(Script script) {
            return script.run();
        }

        @Retry(name = "three")
        public Mono<Object> threeMono(Script script) {
            return Mono.fromCallable(script);
        }

        @Retry(name = "io")
        public Object io(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "io")
        public CompletableFuture<Object> ioLater(Script script) {
            return script.run();
        }

        @Retry(name = "io")
        public Mono<Object> ioMono(Script script) {
            return Mono.fromCallable(script);
        }

        @Retry(name = "downOnly")
        public Object downOnly(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "everything")
        public Object everything(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "busy")
        public Object busy(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "busy")
        public void nothing(Script script) throws IOException {
            script.run();
        }

        @Retry(name = "busy")
        public CompletableFuture<Object> busyLater(Script script) {
            return script.run();
        }

        @Retry(name = "busy")
        public Mono<Object> busyMono(Script script) {
            return Mono.fromCallable(script);
        }

        @Retry(name = "busy")
        public Mono<Object> mono(Mono<Object> source) {
            return source;
        }

        @Retry(name = "strict")
        public Object strict(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "strict")
        public CompletableFuture<Object> strictLater(Script script) {
            return script.run();
        }

        @Retry(name = "strict")
        public Mono<Object> strictMono(Script script) {
            return Mono.fromCallable(script);
        }

        @Retry(name = "ended")
        public Object ended(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "ended")
        public CompletableFuture<Object> endedLater(Script script) {
            return script.run();
        }

        @Retry(name = "ended")
        public Mono<Object> endedMono(Script script) {
            return Mono.fromCallable(script);
        }

        @Retry(name = "ended")
        public Flux<Object> flux(Flux<Object> source) {
            return source;
        }

        @Retry(name = "broken")
        public Object broken(Script script) throws IOException {
            return script.run();
        }

        @Retry(name = "interrupted")
        public Object interrupted(Script script) throws IOException {
            return script.run();
        }
    }
}
