package io.backoff.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifier;
import io.backoff.classify.Classifiers;
import io.backoff.classify.ResultRule;
import io.backoff.classify.RetryCause;
import io.backoff.delay.Delay;
import io.backoff.delay.RetryAfterSpread;
import io.backoff.engine.BackoffListener;
import io.backoff.engine.CallerContext;
import io.backoff.engine.Nesting;
import io.backoff.engine.RetryScope;
import io.backoff.engine.RetryScopeHolder;
import io.backoff.engine.Shutdown;
import io.backoff.engine.TimeSource;
import io.backoff.engine.safe.SafeListeners;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.pace.Pace;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicy;
import io.backoff.policy.Delays;
import io.backoff.policy.Keys;
import io.backoff.policy.Limits;
import io.backoff.policy.Outcome;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Calls that another library retries three times, 100 ms apart, whatever the failure. Own calls under the same policy
 * make three attempts too, and share its budget.
 */
final class RetriedCalls {

    /** The delay of the library. */
    static final Duration DELAY = Duration.ofMillis(100);

    /** The failure of {@link #failing}. */
    final IOException failure = new IOException("down");

    /** How often {@link #failing} has been called. */
    final AtomicInteger reached = new AtomicInteger();

    boolean enabled = true;
    final FakeTime time = new FakeTime();
    TimeSource clock = time;
    final RecordingListener decisions = new RecordingListener();
    final List<BackoffListener> listeners = new ArrayList<>(List.of(decisions));
    BackoffListener log = decision -> {};
    final List<Classifier> classifiers = new ArrayList<>();
    final List<Integer> attempts = new ArrayList<>();
    CallMeters meters = new CallMeters() {

        @Override
        public void ended(Outcome outcome, int made) {
            synchronized (attempts) {
                attempts.add(made);
            }
        }
    };
    RetryBudget budget = RetryBudget.UNLIMITED;
    int maxAttempts = 3;
    Duration maxElapsed = Duration.ZERO;
    RetryAfterSpread spread = RetryAfterSpread.NONE;
    Nesting nesting = Nesting.CHAIN_STOP;
    Pace pace = Pace.OFF;

    private final CallStatisticsRegistry statistics = new CallStatisticsRegistry(() -> (counts, limit) -> meters);

    AdoptedExecution governed() {
        return AdoptedExecution.governed(guard(engine().governing(), "adopted"), RetryScopeHolder.current());
    }

    AdoptedExecution observed() {
        return AdoptedExecution.observed(guard(engine().observing(), "adopted"), RetryScopeHolder.current());
    }

    /** Makes a call of our own. */
    <T> T own(Operation<T> operation) throws Throwable {
        return BlockingRunner.run(guard(engine(), "own"), operation);
    }

    /** Makes the call as a library does that has a limit on attempts. */
    @Nullable
    Object retry(AdoptedExecution call, Callable<?> target) throws Throwable {
        return retry(call, maxAttempts, target);
    }

    /** Makes the call as a library does that makes that many attempts. */
    @Nullable
    Object retry(AdoptedExecution call, int attempts, Callable<?> target) throws Throwable {
        for (int attempt = 1; ; attempt++) {
            try {
                Object result = attempt(call, target);
                call.over(null);
                return result;
            } catch (Throwable thrown) {
                if (attempt == attempts) {
                    call.over(thrown);
                    throw thrown;
                }
                time.advance(DELAY);
            }
        }
    }

    /** Makes one attempt as the advice inside the library does. */
    @Nullable
    Object attempt(AdoptedExecution call, Callable<?> target) throws Throwable {
        Duration wait = call.next();
        if (wait == null || !call.await(wait)) {
            return call.repeat();
        }
        Object result = proceed(call, target);
        call.attemptReturned(result);
        return result;
    }

    private static @Nullable Object proceed(AdoptedExecution call, Callable<?> target) throws Throwable {
        call.begin();
        CallerContext.Scope scope = RetryScopeHolder.enter(call.call());
        try {
            return target.call();
        } catch (Throwable thrown) {
            call.attemptFailed(thrown);
            throw thrown;
        } finally {
            scope.close();
        }
    }

    /** Code that fails this many times, and then succeeds. */
    Callable<String> failing(int times) {
        AtomicInteger left = new AtomicInteger(times);
        return () -> {
            reached.incrementAndGet();
            if (left.getAndDecrement() > 0) {
                throw failure;
            }
            return "paid";
        };
    }

    /** Makes a call all of whose attempts fail. */
    void assertFails() {
        assertThat(catchThrowable(() -> retry(governed(), failing(99)))).isSameAs(failure);
    }

    /** Asserts that one call was made, and how. */
    void assertOutcome(Outcome outcome, int made) {
        assertThat(outcomes()).isEqualTo(Map.of(outcome, 1L));
        assertThat(attempts).containsExactly(made);
    }

    Map<Outcome, Long> outcomes() {
        return statistics.counts("adopted");
    }

    Map<Outcome, Long> ownOutcomes() {
        return statistics.counts("own");
    }

    /** The retries of the calls by cause, without those that never occurred. */
    Map<RetryCause, Long> retries() {
        Map<RetryCause, Long> retries = new EnumMap<>(RetryCause.class);
        statistics.all().stream()
                .filter(each -> each.policy().equals("adopted"))
                .forEach(each -> {
                    for (RetryCause cause : RetryCause.values()) {
                        retries.merge(cause, each.retries(cause), Long::sum);
                    }
                });
        retries.values().removeIf(count -> count == 0);
        return retries;
    }

    static @Nullable RetryScope scope() {
        return RetryScopeHolder.current();
    }

    private Engine engine() {
        return new Engine(
                clock,
                new SafeListeners(listeners),
                (decision, step, policy, inTransaction, place) -> log.onDecision(decision),
                statistics,
                new Shutdown(),
                CallerContext.NONE,
                nesting);
    }

    private Guard guard(Engine engine, String policy) {
        return Guard.of(
                engine,
                CurrentPolicy.of(new BackoffPolicies(() -> Map.of(policy, policy(policy))), policy),
                "Payments.charge");
    }

    private BackoffPolicy policy(String name) {
        return new BackoffPolicy(
                        name,
                        enabled,
                        new Delays(Delay.NONE, Delay.NONE, spread, false),
                        new Limits(maxAttempts, maxElapsed, Duration.ZERO),
                        Classifiers.retrying(Throwable.class, classifiers.toArray(Classifier[]::new)),
                        budget,
                        ResultRule.ACCEPT_ALL,
                        true)
                .with(pace.lane(null), Keys.NONE);
    }
}
