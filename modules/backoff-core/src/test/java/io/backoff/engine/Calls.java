package io.backoff.engine;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.Classifier;
import io.backoff.classify.Classifiers;
import io.backoff.classify.ResultRule;
import io.backoff.delay.Cap;
import io.backoff.delay.Delay;
import io.backoff.delay.Growth;
import io.backoff.delay.Jitter;
import io.backoff.delay.RetryAfterSpread;
import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.OneAttemptGuard;
import io.backoff.engine.execution.Operation;
import io.backoff.engine.operations.PolicyOperations;
import io.backoff.engine.operations.ProgrammaticGuards;
import io.backoff.engine.safe.SafeListeners;
import io.backoff.engine.stats.AttemptRecorder;
import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.pace.Lane;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Calls under the policy {@code payments}: three attempts 100 ms apart, unless a test changes that before it creates a
 * guard or operations.
 */
public final class Calls {

    public static final Duration DELAY = Duration.ofMillis(100);

    public final FakeTime time = new FakeTime();
    public final RecordingListener decisions = new RecordingListener();
    final List<BackoffListener> listeners = new ArrayList<>(List.of(decisions));
    public final List<Classifier> classifiers = new ArrayList<>();
    public final Shutdown shutdown = new Shutdown();

    public TimeSource clock = time;
    BackoffListener log = decision -> {};
    /** Where each decision in the log took place. */
    final List<@Nullable String> places = new ArrayList<>();

    public AttemptRecorder recorder = AttemptRecorder.NONE;
    public CallMeters meters = CallMeters.NONE;
    public boolean enabled = true;
    public boolean waitFirst;
    public int maxAttempts = 3;
    public Duration maxElapsed = Duration.ZERO;
    public Duration attemptTimeout = Duration.ZERO;
    public CallerContext context = CallerContext.NONE;
    CallerTransactions transactions = CallerTransactions.NONE;
    public Delay delay = constant(DELAY);
    public @Nullable Delay throttled;
    public RetryAfterSpread retryAfterSpread = RetryAfterSpread.NONE;
    public RetryBudget budget = RetryBudget.UNLIMITED;
    public Keys keys = new Keys(10, used -> {});
    ResultRule results = ResultRule.ACCEPT_ALL;
    public Pace pace = Pace.OFF;

    private final CallStatisticsRegistry statistics =
            new CallStatisticsRegistry(() -> (counts, maxAttempts) -> meters, policy -> recorder);

    public static Delay constant(Duration delay) {
        return growing(Growth.constant(delay.toNanos()));
    }

    public static Delay growing(Growth growth) {
        return Delay.of(growth, Jitter.none(), Cap.BASE, Long.MAX_VALUE, 0);
    }

    /** Lets ten attempts a second be throttled, so that the rate is 7 per second. */
    public void paceAtSeven() {
        pace = Pace.adaptive("payments", 0, Duration.ofSeconds(30), time.nanoTime());
        throttle(pace.lane(null));
    }

    public void throttle(Lane lane) {
        throttle(lane, time);
    }

    /** Lets ten attempts a second of the lane be throttled. */
    public static void throttle(Lane lane, FakeTime time) {
        for (int i = 0; i < 10; i++) {
            lane.begin(time.nanoTime(), 0);
            time.advance(DELAY);
        }
        lane.throttled(time.nanoTime(), time.nanoTime(), Duration.ZERO);
        lane.throttled(time.nanoTime(), time.nanoTime(), Duration.ZERO);
    }

    public <T> T run(Operation<T> operation) throws Throwable {
        return BlockingRunner.run(guard(), operation);
    }

    public <T> CompletableFuture<T> start(Operation<CompletionStage<T>> operation) {
        return FutureRunner.run(guard(), operation);
    }

    public PolicyOperations operations() {
        return new PolicyOperations(guards());
    }

    public ProgrammaticGuards guards() {
        return new ProgrammaticGuards(engine(), policies());
    }

    /** Guards calls in their caller's transaction. */
    public OneAttemptGuard oneAttempt() {
        return new OneAttemptGuard(
                "Payments.charge()", this::engine, CurrentPolicy.of(policies(), "payments"), "Payments.charge");
    }

    public Guard guard() {
        return Guard.of(engine(), CurrentPolicy.of(policies(), "payments"), "Payments.charge");
    }

    public Map<Outcome, Long> outcomes() {
        return statistics.counts("payments");
    }

    private Engine engine() {
        return new Engine(
                clock,
                new SafeListeners(listeners),
                (decision, step, policy, inTransaction, place) -> {
                    places.add(place);
                    log.onDecision(decision);
                },
                statistics,
                shutdown,
                context,
                Nesting.CHAIN_STOP,
                transactions,
                Deadlines.INHERIT);
    }

    private BackoffPolicies policies() {
        Map<String, BackoffPolicy> all = Map.of("payments", policy());
        return new BackoffPolicies(() -> all);
    }

    private BackoffPolicy policy() {
        return new BackoffPolicy(
                        "payments",
                        enabled,
                        new Delays(delay, throttled == null ? delay : throttled, retryAfterSpread, waitFirst),
                        new Limits(maxAttempts, maxElapsed, attemptTimeout),
                        Classifiers.retrying(Exception.class, classifiers.toArray(Classifier[]::new)),
                        budget,
                        results,
                        false)
                .with(pace.lane(null), keys);
    }
}
