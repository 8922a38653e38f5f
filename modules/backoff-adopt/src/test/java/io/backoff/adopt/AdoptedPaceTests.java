package io.backoff.adopt;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.Calls;
import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.PacedException;
import io.backoff.pace.Lane;
import io.backoff.pace.Turn;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Attempts of adopted calls while their callee throttles: governed, they wait for their turn. */
class AdoptedPaceTests extends AdoptionContract {

    private static final Author OPERATOR = new Author("alice", ChangeSource.ENDPOINT);

    private final Shop shop = get(Shop.class);
    private final FakeTime time = get(FakeTime.class);
    private final Lane lane = get(BackoffPolicies.class).get("paced").lane();
    private final IOException down = new IOException("down");
    private final boolean governed;

    AdoptedPaceTests(AdoptedLibrary library, String mode) {
        super(
                library,
                () -> new AdoptedApplication(
                        mode, "backoff.policies.paced.pace=adaptive", "backoff.adopt.policies.Shop=paced"),
                Shop.class,
                Auditor.class,
                FakeTime.class);
        governed = mode.equals("govern");
        pace();
    }

    private void pace() {
        get(PolicyStore.class).reset(SettingsGroup.POLICIES, "paced", OPERATOR);
        time.advance(Duration.ofMinutes(1));
        Calls.throttle(lane, time);
        time.clear();
    }

    @ParameterizedTest
    @EnumSource
    void theFirstAttemptWaitsForItsTurn(Kind kind) {
        Script script = Script.of("sold");
        assertThat(kind.call(shop, script).join()).isEqualTo("sold");
        assertThat(time.waits()).hasSize(governed ? 1 : 0).allMatch(AdoptedPaceTests::isPeriod);
        assertOutcome(Outcome.SUCCESS);
    }

    @ParameterizedTest
    @EnumSource
    void retriesWaitForTheirTurn(Kind kind) {
        assumeTrue(kind.isRetriedBy(library));
        assertThat(kind.call(shop, Script.of(down, down, "sold")).join()).isEqualTo("sold");
        assertThat(time.waits()).hasSize(governed ? 3 : 0).allMatch(AdoptedPaceTests::isPeriod);
        assertOutcome(Outcome.RECOVERED);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "VALUE")
    void noThreadIsHeldMeanwhile(Kind kind) {
        assumeTrue(governed);
        Turn front = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        Script script = Script.of("sold");
        CompletableFuture<Object> result = kind.call(shop, script);
        assertThat(result).isNotDone();
        assertThat(lane.pace().waiting()).isEqualTo(2);
        assertThat(script.attempts()).isZero();
        front.leave();
        assertThat(result.join()).isEqualTo("sold");
        assertOutcome(Outcome.SUCCESS);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "VALUE")
    void aCancellationLeavesTheQueue(Kind kind) {
        assumeTrue(governed);
        Turn front = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        Script script = Script.of("sold");
        kind.call(shop, script).cancel(true);
        await().untilAsserted(() -> assertThat(lane.pace().waiting()).isEqualTo(1));
        assertOutcome(Outcome.ABORTED);
        front.leave();
        assertThat(script.attempts()).isZero();
    }

    @Test
    void attemptsAfterACancellationWaitForTheirTurnToo() {
        assumeTrue(governed && library.retriesFutures());
        CompletableFuture<Object> pending = new CompletableFuture<>();
        Script script = Script.of(pending, completedFuture("sold"));
        CompletableFuture<Object> future = shop.future(script);
        await().until(() -> script.attempts() == 1);
        future.cancel(true);
        pending.completeExceptionally(down);
        await().until(() -> script.attempts() == 2);
        assertThat(time.waits()).hasSize(2).allMatch(AdoptedPaceTests::isPeriod);
        assertOutcome(Outcome.ABORTED);
    }

    /** The library makes the attempts: a shutdown ends the wait, and not the call. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "VALUE")
    void aShutdownEndsTheWait(Kind kind) {
        assumeTrue(governed);
        lane.begin(time.nanoTime(), Long.MAX_VALUE);
        CompletableFuture<Object> result = kind.call(shop, Script.of("sold"));
        lane.pace().leaveAll();
        assertThat(result.join()).isEqualTo("sold");
        assertThat(lane.pace().waiting()).isZero();
        assertOutcome(Outcome.SUCCESS);
    }

    @ParameterizedTest
    @EnumSource
    void aCallWhoseTurnComesTooLateEndsWithoutAnAttempt(Kind kind) {
        assumeTrue(governed);
        change("max-elapsed", "10ms");
        Script script = Script.of("sold");
        assertThat(failure(kind.call(shop, script))).isInstanceOf(PacedException.class);
        assertThat(script.attempts()).isZero();
        assertThat(time.waits()).isEmpty();
        assertOutcome(Outcome.ELAPSED);
    }

    @ParameterizedTest
    @EnumSource
    void aRetryWhoseTurnComesTooLateIsNotMade(Kind kind) {
        assumeTrue(governed && kind.isRetriedBy(library));
        change("max-elapsed", "200ms");
        Script script = Script.of(down, "sold");
        assertThat(failure(kind.call(shop, script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(1);
        assertOutcome(Outcome.ELAPSED);
    }

    @ParameterizedTest
    @EnumSource
    void anAttemptThatHasWaitedKnowsItsCall(Kind kind) {
        assumeTrue(kind.isRetriedBy(library));
        Script script = Script.calling(() -> CurrentAttempt.get().map(CurrentAttempt::number));
        assertThat(kind.call(shop, script).join()).isEqualTo(Optional.of(1));
    }

    /** Spring has exposed the invocation to aspects on the thread of the caller only, and until it returned. */
    @Test
    void innerAdviceOfAnAttemptThatHasWaitedBindsItsArguments() {
        assumeTrue(governed);
        Turn front = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        Script script = Script.of(completedFuture("sold"));
        CompletableFuture<Object> result = shop.audited(script);
        assertThat(get(Auditor.class).scripts).doesNotContain(script);
        front.leave();
        assertThat(result.join()).isEqualTo("sold");
        assertThat(get(Auditor.class).scripts).containsOnlyOnce(script);
    }

    /** The other libraries have returned the future by then, and do not retry. */
    @Test
    void whatAMethodThrowsLaterFailsItsFuture() {
        assumeTrue(governed);
        Script script = Script.of(down, completedFuture("sold"));
        CompletableFuture<Object> future = shop.future(script);
        if (library.retriesFutures()) {
            assertThat(future.join()).isEqualTo("sold");
            assertOutcome(Outcome.RECOVERED);
        } else {
            assertThat(failure(future)).isSameAs(down);
            assertThat(script.attempts()).isEqualTo(1);
            assertOutcome(Outcome.NOT_RETRYABLE);
        }
    }

    /** The thread of the executor waits for the future in any case. */
    @Test
    void whatAnAsynchronousMethodThrowsIsRetried() {
        assumeTrue(governed && !library.retriesFutures());
        Script script = Script.of(down, completedFuture("sold"));
        assertThat(shop.async(script).join()).isEqualTo("sold");
        assertThat(script.threads()).hasSize(2).containsOnly(Thread.currentThread());
        assertThat(time.waits()).hasSize(2).allMatch(AdoptedPaceTests::isPeriod);
        assertOutcome(Outcome.RECOVERED);
    }

    /** The library has held the thread for its delay too. */
    @Test
    void whatAMethodThrowsAtOnceIsRetriedOnItsThread() {
        assumeTrue(governed && !library.retriesFutures());
        time.advance(Duration.ofSeconds(1));
        Script script = Script.of(down, completedFuture("sold"));
        assertThat(shop.future(script).join()).isEqualTo("sold");
        assertThat(script.threads()).hasSize(2).containsOnly(Thread.currentThread());
        assertThat(time.waits()).hasSize(1).allMatch(AdoptedPaceTests::isPeriod);
        assertOutcome(Outcome.RECOVERED);
    }

    @Test
    void aCancellationReachesAStageThatConvertsToACopy() {
        assumeTrue(governed && !library.retriesFutures());
        Turn front = lane.begin(time.nanoTime(), Long.MAX_VALUE);
        CopiedStage pending = new CopiedStage();
        CompletableFuture<Object> result = shop.stage(Script.of(pending)).toCompletableFuture();
        front.leave();
        result.cancel(true);
        assertThat(pending).isCancelled();
        assertOutcome(Outcome.ABORTED);
    }

    @Test
    void aFutureOfItsOwnTypeIsWaitedForOnTheThread() {
        assumeTrue(!library.retriesFutures());
        Ticket ticket = new Ticket();
        ticket.complete("sold");
        assertThat(shop.ticket(Script.of(ticket)).join()).isEqualTo("sold");
        assertThat(time.waits()).hasSize(governed ? 1 : 0);
    }

    @Test
    void eachSubscriptionWaitsForItsTurn() {
        Mono<Object> mono = shop.mono(Script.of("sold"));
        mono.block();
        mono.block();
        assertThat(time.waits()).hasSize(governed ? 2 : 0).allMatch(AdoptedPaceTests::isPeriod);
        assertOutcomes(Map.of(Outcome.SUCCESS, 2L));
    }

    @Test
    void timeBeforeTheSubscriptionDoesNotCount() {
        assumeTrue(governed);
        change("max-elapsed", "1s");
        Mono<Object> mono = shop.mono(Script.of("sold"));
        time.advance(Duration.ofSeconds(2));
        // The turn of the first one has come; the second one waits.
        lane.begin(time.nanoTime(), Long.MAX_VALUE);
        assertThat(mono.block()).isEqualTo("sold");
        assertThat(time.waits()).hasSize(1).allMatch(AdoptedPaceTests::isPeriod);
        assertOutcome(Outcome.SUCCESS);
    }

    private void change(String field, String value) {
        get(PolicyStore.class).change(SettingsGroup.POLICIES, "paced", Map.of(field, value), OPERATOR);
    }

    /** Whether this is the time between two attempts at a rate that begins at about seven per second, and grows. */
    private static boolean isPeriod(Duration wait) {
        return wait.compareTo(Duration.ofMillis(90)) > 0 && wait.compareTo(Duration.ofMillis(160)) < 0;
    }

    private Throwable failure(CompletableFuture<Object> result) {
        Throwable failure = result.handle((value, thrown) -> thrown).join();
        return library.last(failure instanceof CompletionException ? failure.getCause() : failure);
    }

    enum Kind {
        VALUE,
        FUTURE,
        MONO,
        FLUX;

        CompletableFuture<Object> call(Shop shop, Script script) {
            return switch (this) {
                case VALUE -> {
                    try {
                        yield completedFuture(shop.value(script));
                    } catch (Exception failure) {
                        yield CompletableFuture.failedFuture(failure);
                    }
                }
                case FUTURE ->
                    shop.future(Script.calling(() -> Mono.fromCallable(script).toFuture()));
                case MONO -> shop.mono(script).toFuture();
                case FLUX -> shop.flux(script).last().toFuture();
            };
        }

        boolean isRetriedBy(AdoptedLibrary library) {
            return switch (this) {
                case VALUE -> true;
                case FUTURE -> library.retriesFutures();
                case MONO, FLUX -> library.retriesPublishers();
            };
        }
    }

    /** A future that only its method can create. */
    static final class Ticket extends CompletableFuture<Object> {}

    /** Advice inside of the retries, which needs the current invocation of Spring. */
    @Aspect
    static class Auditor {

        final List<Script> scripts = new CopyOnWriteArrayList<>();

        @Before(value = "execution(* audited(..)) && args(script)", argNames = "script")
        void audit(Script script) {
            scripts.add(script);
        }
    }

    /** A stage whose future is a copy, which cancels only itself. */
    static final class CopiedStage extends CompletableFuture<Object> {

        @Override
        public CompletableFuture<Object> toCompletableFuture() {
            return copy();
        }
    }

    @Retryable(maxRetries = 2, delay = 0)
    @org.springframework.retry.annotation.Retryable
    @Retry(name = "three")
    static class Shop {

        public Object value(Script script) throws Exception {
            return script.run();
        }

        public CompletableFuture<Object> future(Script script) {
            return script.run();
        }

        public CompletableFuture<Object> audited(Script script) {
            return script.run();
        }

        public CompletionStage<Object> stage(Script script) {
            return script.run();
        }

        @Async
        public CompletableFuture<Object> async(Script script) {
            return script.run();
        }

        public Ticket ticket(Script script) {
            return script.run();
        }

        public Mono<Object> mono(Script script) {
            return Mono.fromCallable(script);
        }

        public Flux<Object> flux(Script script) {
            return Mono.fromCallable(script).flux();
        }
    }
}
