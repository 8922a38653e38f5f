package io.backoff.adopt;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.policy.Outcome;
import io.backoff.testkit.Script;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.resilience.retry.MethodRetryPredicate;
import org.springframework.resilience.retry.MethodRetrySpec;
import org.springframework.resilience.retry.SimpleRetryInterceptor;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What Spring Framework itself retries, how often, and what its callers get. */
class FrameworkRetriesTests extends OneLibrary {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Shop shop = get(Shop.class);
    private final Journal journal = get(Journal.class);

    private final Words words = new Words();
    private final boolean governed;

    FrameworkRetriesTests(String mode) {
        super(mode, AdoptedLibrary.FRAMEWORK, Shop.class, Journal.class, Mall.class, Proxies.class);
        governed = mode.equals("govern");
        journal.lines.clear();
    }

    @ParameterizedTest
    @CsvSource({
        "sell,              down down down down2 ok, down2, 4",
        "sellByExpression,  down down down2 ok,      down2, 3",
        "sellSoon,          down ok,                 down, 1",
        "sellSlowly,        down ok,                 down, 1",
        "sellSlowly,        ok,                      ok, 1",
        "sellInTime,        down down down down2 ok, down2, 4",
        "sellTwice,         error memory ok,         memory, 2",
        "sellExceptMissing, missing ok,              missing, 1",
        "sellExceptMissing, withMissing ok,          withMissing, 1",
        "sellExceptMissing, down down down down ok,  down, 4",
        "sellAfterInput,    nested,                  nested, 4",
        "sellIf,            other down ok,           down, 2",
        "order,             down bad ok,             bad, 2",
        "order,             error ok,                ok, 2"
    })
    void ends(String method, String attempts, String end, int made) throws Exception {
        Script script = words.script(attempts);
        assertThat(Words.end(shop, method, script)).isEqualTo(words.meaning(end));
        assertThat(script.attempts()).isEqualTo(made);
    }

    @ParameterizedTest
    @CsvSource({
        "other down ok, sellIf other sellIf down",
        "ok, ''",
        "other, sellIf other sellIf other sellIf other",
        "bad, ''"
    })
    void predicatesAreAskedAboutEachFailureThatIsNotExcluded(String attempts, String asked) throws Exception {
        Words.end(shop, "sellIf", words.script(attempts));
        assertThat(String.join(" ", journal.lines)).isEqualTo(asked);
    }

    @Test
    void whatAPredicateThrowsReachesTheCaller() {
        Script script = Script.of(new IllegalStateException("break"));
        assertThat(catchThrowable(() -> shop.sellIf(script))).isExactlyInstanceOf(ArithmeticException.class);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @AfterEach
    void clearTheFlag() {
        Thread.interrupted();
    }

    @Test
    void delaysGrowUpToTheirMaximum() throws IOException {
        var before = System.nanoTime();
        assertThat(shop.sellLater(Script.failing(3, "sold"))).isEqualTo("sold");
        // 1 ms, 2 ms and, instead of 4 ms, 3 ms.
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(6));
    }

    @Test
    void otherThrowablesAreRetried() {
        assertLast(new Throwable("first"), new Throwable("second"));
    }

    @Test
    void causesMayFormACycle() {
        var failure = new IOException("one");
        failure.initCause(new IOException("two", failure));
        assertLast(failure, failure);
    }

    @Test
    void anExceptionMayFailWhenItIsLookedAt() {
        assertLast(new HostileException(), new HostileException());
    }

    @Test
    void anExceptionWithoutATextEndsTheCall() {
        var failure = new UnprintableException();
        var script = Script.of(failure, "too late");
        // Spring Framework describes each failure for its log.
        assertThat(catchThrowable(() -> shop.sellTwice(script)))
                .isExactlyInstanceOf(UnsupportedOperationException.class);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void stagesArriveAsOtherFutures() {
        var original = completedFuture("sold");
        var script = Script.of(original);
        var stage = shop.request(script);
        assertThat(stage).isInstanceOf(CompletableFuture.class).isNotSameAs(original);
        assertThat(stage.toCompletableFuture().join()).isEqualTo("sold");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void failedStagesAreAskedAgainWithoutAnotherAttempt() {
        var failure = new IOException("failed");
        var script = Script.of(failedFuture(failure), completedFuture("too late"));
        var stage = shop.request(script).toCompletableFuture();
        assertThat(catchThrowable(() -> stage.get(20, TimeUnit.SECONDS)).getCause())
                .hasMessage("Retries exhausted: 3/3")
                .cause()
                .isSameAs(failure);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void methodsThatThrowInsteadOfReturningAStageAreNotRetried() {
        var script = Script.failing(1, completedFuture("too late"));
        assertThat(catchThrowable(() -> shop.request(script))).hasMessage("failure 1");
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void missingStagesAreReturned() {
        assertThat(shop.request(Script.of((Object) null))).isNull();
    }

    @Test
    void anInterruptedThreadDoesNotRetry() {
        var failure = new IOException();
        var script = Script.of(failure);
        Thread.currentThread().interrupt();
        assertThat(catchThrowable(() -> shop.sell(script))).isSameAs(failure);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void anInterruptedThreadMayStillSucceed() throws IOException {
        Thread.currentThread().interrupt();
        assertThat(shop.sell(Script.of("sold"))).isEqualTo("sold");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    /** After the last attempt, an interrupt changes nothing. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void anAttemptThatIsInterruptedIsTheLast(int number) {
        var script = Script.failing(4, "too late");
        assertThat(catchThrowable(() -> shop.sellInterrupted(script, number))).hasMessage("failure " + number);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(script.attempts()).isEqualTo(number);
    }

    @Test
    void aClearedFlagIsNotRestored() throws IOException {
        var script = Script.of(new IOException("first"), "sold");
        assertThat(shop.sellAndClear(script)).isEqualTo("sold");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(script.attempts()).isEqualTo(2);
    }

    @Test
    void anInterruptWhileItWaitsEndsTheCall() throws InterruptedException {
        var failure = new IOException();
        var script = Script.of(failure, "too late");
        var thrown = new AtomicReference<Throwable>();
        var interrupted = new AtomicReference<Boolean>();
        var caller = new Thread(() -> {
            thrown.set(catchThrowable(() -> shop.sellMuchLater(script)));
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        while (caller.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        caller.interrupt();
        caller.join();
        assertThat(thrown.get()).isSameAs(failure).hasNoSuppressedExceptions().hasNoCause();
        assertThat(interrupted.get()).isTrue();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void exhaustionWrapsTheLastFailure() {
        var last = new IOException("last");
        var script = Script.of(new IOException(), new IOException(), new IOException(), last, "too late");
        StepVerifier.create(shop.order(script))
                .expectErrorSatisfies(failure -> {
                    assertThat(Exceptions.isRetryExhausted(failure)).isTrue();
                    assertThat(failure).hasMessage("Retries exhausted: 3/3");
                    assertThat(failure.getCause()).isSameAs(last).hasNoSuppressedExceptions();
                })
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void noRetriesAreExhaustedAtTheFirstFailure() {
        var failure = new IOException();
        var script = Script.of(failure, "too late");
        StepVerifier.create(shop.orderOnce(script))
                .expectErrorSatisfies(thrown -> {
                    assertThat(Exceptions.isRetryExhausted(thrown)).isTrue();
                    assertThat(thrown.getCause()).isSameAs(failure);
                })
                .verify(LIMIT);
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void delaysPassBetweenSubscriptions() {
        var script = Script.failing(2, "sold");
        var before = System.nanoTime();
        assertThat(shop.orderLater(script).block(LIMIT)).isEqualTo("sold");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(2));
        assertThat(script.threads()).hasSize(3).startsWith(Thread.currentThread());
    }

    @Test
    void cancellationEndsTheDelay() {
        var script = Script.of(new IOException(), "too late");
        Disposable call = shop.orderMuchLater(script).subscribe();
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(call.isDisposed()).isFalse();
        call.dispose();
        assertThat(call.isDisposed()).isTrue();
        assertThat(script.attempts()).isEqualTo(1);
    }

    @Test
    void aTimeoutIsOfAllAttempts() {
        StepVerifier.create(shop.orderInTime(Mono.never()))
                .expectError(TimeoutException.class)
                .verify(LIMIT);
    }

    @Test
    void itMayBeAwaitedByAnAttempt() {
        var inner = Script.of("sold");
        var outer = Script.failing(1, "done");
        assertThat(shop.await(inner, outer)).isEqualTo("sold done");
        assertThat(inner.attempts()).isEqualTo(2);
        assertThat(outer.attempts()).isEqualTo(2);
    }

    /** They are not adopted: nothing says which methods they retry. */
    @Test
    void interceptorsNeedNoAnnotation() {
        assertThat(catchThrowable(() -> get(Market.class).sell(Script.failing(99, "too late"))))
                .hasMessage("failure 3");
        assertThat(application.outcomes()).isEmpty();
    }

    /** The product is advised with its factory, and once more by itself. */
    @Test
    void twoAdvisorsOfAProxyAreAdoptedLikeTwoBeans() {
        Map<Outcome, Long> apart = outcomes(called -> get(Mall.class).sell(called, shop));
        application.fresh();
        assertThat(outcomes(get(Kiosk.class)::sell)).isEqualTo(apart);
    }

    private Map<Outcome, Long> outcomes(Kiosk kiosk) {
        Script called = Script.failing(99, "too late");
        int attempts = governed ? 3 : 9;
        assertThat(catchThrowable(() -> kiosk.sell(called))).hasMessage("failure " + attempts);
        assertThat(called.attempts()).isEqualTo(attempts);
        return application.outcomes();
    }

    private void assertLast(Throwable first, Throwable last) {
        var script = Script.of(first, last, "too late");
        assertThat(catchThrowable(() -> shop.sellTwice(script))).isSameAs(last);
        assertThat(script.attempts()).isEqualTo(2);
    }

    static class Shop {

        @Retryable(maxRetries = 2, delay = 0)
        public Object sellThrice(Script script) {
            return script.run();
        }

        @Retryable(maxRetriesString = "#{1 + 1}", delay = 0)
        String sellByExpression(Script script) throws IOException {
            return script.run();
        }

        @Retryable(delay = 1, multiplier = 2, maxDelay = 3)
        String sellLater(Script script) throws IOException {
            return script.run();
        }

        @Retryable(timeout = 1000, delay = 3_600_000)
        String sellSoon(Script script) throws IOException {
            return script.run();
        }

        @Retryable(timeout = 1, delay = 0)
        String sellSlowly(Script script) throws IOException {
            var end = System.currentTimeMillis() + 2;
            while (System.currentTimeMillis() < end) {
                Thread.onSpinWait();
            }
            return script.run();
        }

        @Retryable(timeout = 3_600_000, delay = 0)
        String sellInTime(Script script) throws IOException {
            return script.run();
        }

        @Retryable(maxRetries = 1, delay = 0)
        String sellTwice(Script script) throws Throwable {
            return script.run();
        }

        @Retryable(excludes = FileNotFoundException.class, delay = 0)
        String sellExceptMissing(Script script) throws IOException {
            return script.run();
        }

        @Retryable(value = IOException.class, delay = 0)
        String sellAfterInput(Script script) throws IOException {
            return script.run();
        }

        @Retryable(delay = 0)
        public CompletionStage<String> request(Script script) {
            return script.run();
        }

        @Retryable(delay = 0)
        String sell(Script script) throws IOException {
            return script.run();
        }

        @Retryable(delay = 0)
        String sellInterrupted(Script script, int attempt) throws IOException {
            if (script.attempts() + 1 == attempt) {
                Thread.currentThread().interrupt();
            }
            return script.run();
        }

        @Retryable(delay = 0)
        String sellAndClear(Script script) throws IOException {
            Thread.currentThread().interrupt();
            try {
                return script.run();
            } finally {
                Thread.interrupted();
            }
        }

        @Retryable(delay = 3_600_000)
        String sellMuchLater(Script script) throws IOException {
            return script.run();
        }

        @Retryable(delay = 0, excludes = IllegalArgumentException.class)
        public Mono<Object> order(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(maxRetries = 0, delay = 0)
        public Mono<Object> orderOnce(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(delay = 1)
        public Mono<Object> orderLater(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(delay = 3_600_000)
        public Mono<Object> orderMuchLater(Script script) {
            return Mono.fromCallable(script::run);
        }

        @Retryable(delay = 0, timeout = 1)
        public Mono<Object> orderInTime(Mono<Object> sale) {
            return sale;
        }

        @Retryable(delay = 0)
        public String await(Script inner, Script outer) {
            var sold = Mono.fromCallable(inner::run).block(LIMIT);
            return sold + " " + outer.run();
        }

        @Retryable(maxRetries = 2, delay = 0, excludes = IllegalArgumentException.class, predicate = ByMessage.class)
        public String sellIf(Script script) throws IOException {
            return script.run();
        }
    }

    private static final class HostileException extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return "hostile";
        }

        @Override
        public int hashCode() {
            throw new UnsupportedOperationException();
        }
    }

    private static final class UnprintableException extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new UnsupportedOperationException();
        }
    }

    static class Journal {

        final List<String> lines = new CopyOnWriteArrayList<>();
    }

    static class ByMessage implements MethodRetryPredicate {

        private final Journal journal;

        ByMessage(Journal journal) {
            this.journal = journal;
        }

        @Override
        public boolean shouldRetry(Method method, Throwable failure) {
            if ("break".equals(failure.getMessage())) {
                throw new ArithmeticException();
            }
            journal.lines.add(method.getName() + " " + failure.getMessage());
            return "other".equals(failure.getMessage());
        }
    }

    interface Market {

        Object sell(Script script);
    }

    interface Kiosk {

        @Retryable(maxRetries = 2, delay = 0)
        Object sell(Script script);
    }

    static class Mall {

        @Retryable(maxRetries = 2, delay = 0)
        public Object sell(Script script, Shop shop) {
            return shop.sellThrice(script);
        }
    }

    /** Proxies that an application makes itself. */
    @Configuration(proxyBeanMethods = false)
    static class Proxies {

        @Bean
        ProxyFactoryBean kiosk() {
            ProxyFactoryBean factory = new ProxyFactoryBean();
            factory.setInterfaces(Kiosk.class);
            factory.setTarget((Kiosk) Script::run);
            return factory;
        }

        @Bean
        Market market() {
            ProxyFactory factory = new ProxyFactory(
                    Market.class,
                    new SimpleRetryInterceptor(new MethodRetrySpec((method, failure) -> true, 2, Duration.ZERO)));
            factory.setTarget((Market) Script::run);
            return (Market) factory.getProxy();
        }
    }
}
