package io.backoff.dryrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.PermanentException;
import io.backoff.RetryAfter;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.execution.AdoptedExecution;
import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.DurableExecution;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.OneAttemptGuard;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.CurrentPolicy;
import io.backoff.reactor.BackoffReactor;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Which calls are recorded, and as what. */
class RecordedCallsTests {

    private static final String A = "policies.a.max-attempts=3";

    @Test
    void blockingCallsAre() {
        Scenario.run(
                scenario -> {
                    AtomicInteger attempts = new AtomicInteger();
                    assertThat(catchThrowable(() -> BlockingRunner.run(guard(scenario), () -> second(attempts))))
                            .isNull();
                    assertRecovered(scenario);
                },
                A);
    }

    @Test
    void futureCallsAre() {
        Scenario.run(
                scenario -> {
                    AtomicInteger attempts = new AtomicInteger();
                    FutureRunner.run(
                                    guard(scenario),
                                    () -> attempts.incrementAndGet() == 1
                                            ? CompletableFuture.<String>failedFuture(new IOException())
                                            : CompletableFuture.completedFuture("done"))
                            .join();
                    assertRecovered(scenario);
                },
                A);
    }

    @Test
    void reactiveCallsAre() {
        Scenario.run(
                scenario -> {
                    AtomicInteger mono = new AtomicInteger();
                    reactor(scenario)
                            .call("a", () -> Mono.fromCallable(() -> second(mono)))
                            .block();
                    assertRecovered(scenario);
                },
                A);
        Scenario.run(
                scenario -> {
                    AtomicInteger flux = new AtomicInteger();
                    reactor(scenario)
                            .callMany(
                                    "a",
                                    () -> Flux.defer(() -> flux.incrementAndGet() == 1
                                            ? Flux.error(new IOException())
                                            : Flux.just("done")))
                            .blockLast();
                    assertRecovered(scenario);
                },
                A);
    }

    @Test
    void callsFromCodeAre() {
        Scenario.run(
                scenario -> {
                    AtomicInteger attempts = new AtomicInteger();
                    BackoffOperations operations = scenario.context.getBean(BackoffOperations.class);
                    catchThrowable(() -> operations.call("a", () -> second(attempts)));
                    assertRecovered(scenario);
                },
                A);
    }

    @Test
    void withTheVerdictOnEachFailure() {
        Scenario.run(
                scenario -> {
                    fail(scenario, new IOException());
                    fail(scenario, new PermanentException(new IOException()));
                    fail(scenario, new CancellationException());
                    fail(scenario, new Hinted());
                    AttemptCounts total = counts(scenario);
                    assertThat(total.count(AttemptResult.IO)).isEqualTo(3);
                    assertThat(total.count(AttemptResult.NOT_RETRYABLE)).isOne();
                    assertThat(total.count(AttemptResult.ABORTED)).isOne();
                    assertThat(total.meanRetryAfter(AttemptResult.OTHER)).isEqualTo(Duration.ofSeconds(7));
                    assertThat(total.calls()).isEqualTo(4);
                },
                A);
    }

    /** No setting could have given them another attempt. */
    @Test
    void callsWhoseCallerLeavesAreNotRetryable() {
        Scenario.run(
                scenario -> {
                    BackoffOperations operations = scenario.context.getBean(BackoffOperations.class);
                    catchThrowable(() -> operations.call(
                            "user",
                            () -> operations.call("a", () -> {
                                throw new IOException();
                            })));
                    assertThat(counts(scenario).count(1, AttemptResult.NOT_RETRYABLE))
                            .isOne();
                },
                "policies.a.delay=1s",
                "policies.a.jitter=none",
                "policies.user.max-elapsed=100ms");
    }

    @Test
    void rejectedResultsAre() {
        Scenario.run(
                scenario -> {
                    Call call = guard(scenario).begin(null);
                    call.rejected("not yet");
                    call.proceed();
                    call.succeeded("done");
                    assertThat(counts(scenario).count(1, AttemptResult.RESULT)).isOne();
                    assertThat(counts(scenario).count(2, AttemptResult.SUCCESS)).isOne();
                },
                A);
    }

    @Test
    void thoseOfASwitchedOffPolicyAreWithTheVerdict() {
        Scenario.run(
                scenario -> {
                    fail(scenario, new IOException());
                    assertThat(counts(scenario).count(1, AttemptResult.IO)).isOne();
                    assertThat(counts(scenario).attempts()).isOne();
                },
                "policies.a.enabled=false");
    }

    @Test
    void durationsAreThoseOfAttemptsWithoutDelays() {
        Scenario.run(
                scenario -> {
                    catchThrowable(() -> BlockingRunner.run(guard(scenario), () -> {
                        scenario.time.advance(Duration.ofMillis(30));
                        throw new IOException();
                    }));
                    assertThat(counts(scenario).attempts()).isEqualTo(3);
                    assertThat(counts(scenario).meanFailed()).isEqualTo(Duration.ofMillis(30));
                },
                A,
                "policies.a.wait-first=true",
                "policies.a.delay=5s");
    }

    @Test
    void nestedCallsThatMayNotRetryAreNotRetryable() {
        Scenario.run(
                scenario -> {
                    AtomicInteger attempts = new AtomicInteger();
                    catchThrowable(() -> BlockingRunner.run(guard(scenario, "outer"), () -> {
                        if (attempts.incrementAndGet() == 1) {
                            throw new IOException();
                        }
                        return BlockingRunner.run(guard(scenario), RecordedCallsTests::broken);
                    }));
                    assertThat(counts(scenario).count(AttemptResult.NOT_RETRYABLE))
                            .isEqualTo(2);
                    assertThat(counts(scenario).count(AttemptResult.IO)).isZero();
                },
                A,
                "policies.outer.max-attempts=3");
    }

    @Test
    void callsInATransactionOfTheirCallerAreNotRetryable() {
        Scenario.run(
                scenario -> {
                    OneAttemptGuard guards = new OneAttemptGuard(
                            "Shop.order", () -> scenario.context.getBean(Engine.class), followed(scenario, "a"), "m");
                    catchThrowable(() -> BlockingRunner.run(guards.forJoining(), RecordedCallsTests::broken));
                    assertThat(counts(scenario).count(AttemptResult.NOT_RETRYABLE))
                            .isOne();
                    assertThat(counts(scenario).count(AttemptResult.IO)).isZero();
                },
                A);
    }

    @Test
    void storedCallsAreNot() {
        Scenario.run(
                scenario -> {
                    DurableExecution stored =
                            DurableExecution.of(guard(scenario), DurableExecution.Progress.NONE, Duration.ZERO);
                    stored.start();
                    stored.call().failed(new IOException());
                    stored.start();
                    stored.call().succeeded(null);
                    assertThat(counts(scenario).attempts()).isZero();
                },
                A);
    }

    @Test
    void callsThatLibrariesRetryAreNot() {
        Scenario.run(
                scenario -> {
                    AdoptedExecution governed = AdoptedExecution.governed(guard(scenario), RetryScopeHolder.current());
                    governed.begin();
                    governed.attemptFailed(new IOException());
                    governed.next();
                    governed.begin();
                    governed.attemptReturned("done");
                    governed.over(null);
                    assertThat(counts(scenario).attempts()).isZero();
                },
                A);
    }

    private static void assertRecovered(Scenario scenario) {
        AttemptCounts total = counts(scenario);
        assertThat(total.count(1, AttemptResult.IO)).isOne();
        assertThat(total.count(2, AttemptResult.SUCCESS)).isOne();
        assertThat(total.attempts()).isEqualTo(2);
    }

    private static AttemptCounts counts(Scenario scenario) {
        return scenario.context
                .getBean(AttemptRecords.class)
                .window("a", scenario.time.nanoTime())
                .total();
    }

    private static void fail(Scenario scenario, Exception failure) {
        assertThat(catchThrowable(() -> BlockingRunner.run(guard(scenario), () -> {
                    throw failure;
                })))
                .isNotNull();
    }

    private static String second(AtomicInteger attempts) throws IOException {
        return attempts.incrementAndGet() == 1 ? broken() : "done";
    }

    private static String broken() throws IOException {
        throw new IOException();
    }

    private static BackoffReactor reactor(Scenario scenario) {
        return scenario.context.getBean(BackoffReactor.class);
    }

    private static Guard guard(Scenario scenario) {
        return guard(scenario, "a");
    }

    private static Guard guard(Scenario scenario, String policy) {
        return Guard.of(scenario.context.getBean(Engine.class), followed(scenario, policy), "Shop.order");
    }

    private static CurrentPolicy followed(Scenario scenario, String policy) {
        return CurrentPolicy.of(scenario.context.getBean(BackoffPolicies.class), policy);
    }

    private static final class Hinted extends RuntimeException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return Duration.ofSeconds(7);
        }
    }
}
