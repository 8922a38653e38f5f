package io.backoff.polling;

import io.backoff.classify.Verdict;
import io.backoff.engine.operations.DelaySequence;
import io.backoff.engine.safe.SafeClassifier;
import io.backoff.engine.stats.FailureLog;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.engine.time.Repeater;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.polling.BackoffPolls.Poll;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.TaskScheduler;

/** Runs one polled method repeatedly. */
final class Poller implements Repeater.Task {

    private static final Logger logger = SpringLogger.of(Poller.class);

    private static final LogMessage STOPPED =
            LogMessage.warning("%s is no longer polled: the task scheduler has been shut down");

    private static final Runnable NOTHING = () -> {};

    private final PolledMethod method;
    private final DelaySequence delays;
    private final FailureLog failureLog;
    private final PollMeters meters;
    private final Repeater repeater;
    // The verdict on the failure of the last run; null if that run did not fail. Volatile, because runs may use several
    // threads.
    private volatile @Nullable Verdict verdict;
    private final AtomicReference<Runnable> whenIdle = new AtomicReference<>(NOTHING);

    Poller(PolledMethod method, Supplier<TaskScheduler> scheduler, RandomGenerator random, PollMeters.Factory meters) {
        this.method = method;
        this.delays = new DelaySequence(method.current(), random);
        this.failureLog = new FailureLog("@BackoffPoll method " + method.tag(), logger);
        this.repeater = new Repeater(this, new PollSchedule(scheduler));
        this.meters = create(meters);
    }

    PolledMethod method() {
        return method;
    }

    Duration delay() {
        return repeater.state().delay();
    }

    Poll state() {
        Repeater.State state = repeater.state();
        return new Poll(
                method.bean(),
                method.tag(),
                method.policy(),
                state.running(),
                failureLog.failing(),
                state.delay(),
                nextRun(state));
    }

    private static @Nullable Instant nextRun(Repeater.State state) {
        return state.due().isPresent() ? Instant.EPOCH.plusNanos(state.due().getAsLong()) : null;
    }

    void start() {
        // An earlier stop may still be waiting for the run in progress. The callback of that stop runs now: otherwise,
        // the stop would also wait for the runs that begin after this start.
        ended();
        delays.reset();
        repeater.start(method.current().get().waitFirst() ? delays.next() : Duration.ZERO);
    }

    /** Stops polling, and calls back once no run is in progress. */
    void stop(Runnable whenIdle) {
        this.whenIdle.set(whenIdle);
        repeater.stop();
    }

    void reset() {
        repeater.reset(() -> {
            verdict = null;
            delays.reset();
        });
    }

    @Override
    public void run() {
        PollResult result = attempt();
        count(result);
        if (result == PollResult.FOUND) {
            delays.reset();
        }
    }

    @Override
    public Optional<Duration> next() {
        Verdict last = verdict;
        return Optional.of(last == null ? delays.next() : delays.next(last.cause(), last.retryAfter()));
    }

    @Override
    public void rejected(RejectedExecutionException stopped) {
        STOPPED.with(method.tag()).log(logger, stopped);
    }

    @Override
    public void ended() {
        whenIdle.getAndSet(NOTHING).run();
    }

    private PollResult attempt() {
        try {
            PollResult result = PollResult.of(method.invocation().call());
            failureLog.worked();
            verdict = null;
            return result;
        } catch (Throwable thrown) {
            failureLog.failed(thrown);
            verdict = SafeClassifier.classify(method.current().get(), thrown);
            return PollResult.FAILED;
        }
    }

    private PollMeters create(PollMeters.Factory factory) {
        return SafeMeters.create(method.tag(), () -> factory.create(this), result -> {});
    }

    private void count(PollResult result) {
        SafeMeters.record(() -> meters.ran(result));
    }
}
