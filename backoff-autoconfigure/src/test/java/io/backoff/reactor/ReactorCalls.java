package io.backoff.reactor;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifier;
import io.backoff.classify.Classifiers;
import io.backoff.classify.ResultRule;
import io.backoff.delay.Cap;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import io.backoff.engine.BackoffListener;
import io.backoff.engine.CallerContext;
import io.backoff.engine.Nesting;
import io.backoff.engine.Shutdown;
import io.backoff.engine.TimeSource;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.operations.ProgrammaticGuards;
import io.backoff.engine.safe.SafeListeners;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.pace.Pace;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Keys;
import io.backoff.policy.Limits;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls under the policy {@code payments}: three attempts 100 ms apart, unless a test changes that. */
final class ReactorCalls {

    final FakeTime time = new FakeTime();
    final Shutdown shutdown = new Shutdown();
    final List<BackoffListener> listeners = new ArrayList<>();
    final List<Classifier> classifiers = new ArrayList<>();

    TimeSource clock = time;
    int maxAttempts = 3;
    Duration delay = Duration.ofMillis(100);
    Duration maxElapsed = Duration.ZERO;
    Duration attemptTimeout = Duration.ZERO;
    Pace pace = Pace.OFF;
    CallMeters meters = CallMeters.NONE;
    boolean waitFirst;
    boolean retryAfterFirstElement;
    ResultRule results = ResultRule.ACCEPT_ALL;

    private final CallStatisticsRegistry statistics = new CallStatisticsRegistry(() -> (counts, maxAttempts) -> meters);

    <T> Mono<T> mono(Supplier<Mono<T>> operation) {
        return backoff().call("payments", operation);
    }

    <T> Flux<T> flux(Supplier<Flux<T>> operation) {
        return backoff().callMany("payments", operation);
    }

    Map<Outcome, Long> outcomes() {
        return statistics.counts("payments");
    }

    ProgrammaticGuards guards() {
        Engine engine = new Engine(
                clock,
                new SafeListeners(listeners),
                (decision, step, policy, inTransaction, place) -> {},
                statistics,
                shutdown,
                CallerContext.NONE,
                Nesting.CHAIN_STOP);
        Map<String, BackoffPolicy> all = Map.of("payments", policy());
        return new ProgrammaticGuards(engine, new BackoffPolicies(() -> all));
    }

    private BackoffReactor backoff() {
        return new BackoffReactor(guards());
    }

    private BackoffPolicy policy() {
        return new BackoffPolicy(
                        "payments",
                        true,
                        Delays.of(Delay.of(
                                        Growth.constant(delay.toNanos()), Jitter.none(), Cap.BASE, Long.MAX_VALUE, 0))
                                .waitingFirst(waitFirst),
                        new Limits(maxAttempts, maxElapsed, attemptTimeout),
                        Classifiers.retrying(Exception.class, classifiers.toArray(Classifier[]::new)),
                        RetryBudget.UNLIMITED,
                        results,
                        retryAfterFirstElement)
                .with(pace.lane(null), Keys.NONE);
    }
}
