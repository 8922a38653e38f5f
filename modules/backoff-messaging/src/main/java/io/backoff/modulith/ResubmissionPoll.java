package io.backoff.modulith;

import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.FailureLog;
import io.backoff.engine.time.Repeater;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.modulith.DuePublications.Due;
import io.backoff.policy.CurrentPolicy;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import org.springframework.context.SmartLifecycle;

/** Polls for due publications every few seconds. */
final class ResubmissionPoll implements SmartLifecycle {

    /** Maximum number of failed publications read at a time. */
    static final int MOST = 10_000;

    private static final Logger logger = SpringLogger.of(ResubmissionPoll.class);

    private static final LogMessage STALE = LogMessage.info(
            "Event publications that were under way for more than %s count as failed: %s. An instance has probably died.");

    private static final Duration STALE_CHECKS = Duration.ofMinutes(1);

    /** Time after which an attempt is forgotten unless a listener has begun it. Used if {@code stale-after} is 0. */
    private static final Duration FORGOTTEN = Duration.ofDays(1);

    private final Parts parts;
    private final CurrentPolicy policy;
    private final ModulithProperties properties;
    private final TimeSource time;
    private final FailureLog failures = new FailureLog("The resubmission of event publications", logger);
    private final Repeater repeater;
    private volatile boolean running;
    // The reading of the monotonic clock at the last check.
    private long staleCheck;

    ResubmissionPoll(
            Parts parts, CurrentPolicy policy, ModulithProperties properties, Executor threads, TimeSource time) {
        this.parts = parts;
        this.policy = policy;
        this.properties = properties;
        this.time = time;
        this.staleCheck = time.nanoTime() - STALE_CHECKS.toNanos();
        this.repeater =
                Repeater.every(properties.pollInterval(), this::poll, Repeater.Schedule.inBackground(time, threads));
    }

    @Override
    public void start() {
        running = true;
        repeater.start(properties.pollInterval());
    }

    /** Stops without waiting for a poll in progress. That poll submits no further publications. */
    @Override
    public void stop() {
        running = false;
        repeater.stop();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Makes one poll. */
    void poll() {
        try {
            run();
            failures.worked();
        } catch (RuntimeException | LinkageError failure) {
            // While the application stops, its database may be gone.
            if (running) {
                failures.failed(failure);
            }
        }
    }

    private void run() {
        if (!running || !policy.get().enabled()) {
            return;
        }
        Instant now = time.instant();
        failStale(now);
        parts.table.forgetEnds();
        List<Due> due = parts.due.at(now);
        if (!due.isEmpty()) {
            parts.resubmission.submit(due, MOST, () -> !running);
        }
    }

    private void failStale(Instant now) {
        Duration after = properties.staleAfter();
        boolean frequent = !after.isZero() && after.compareTo(STALE_CHECKS) < 0;
        if (!frequent && time.nanoTime() - staleCheck < STALE_CHECKS.toNanos()) {
            return;
        }
        staleCheck = time.nanoTime();
        if (after.isZero()) {
            parts.attempts.forget(now.minus(FORGOTTEN));
            return;
        }
        parts.attempts.forget(now.minus(after));
        int stale = parts.table.failStale(now.minus(after));
        if (stale > 0) {
            STALE.with(DurationText.of(after), stale).log(logger);
        }
    }

    /** The objects that a poll uses. */
    record Parts(PublicationTable table, DuePublications due, Resubmission resubmission, RunningAttempts attempts) {}
}
