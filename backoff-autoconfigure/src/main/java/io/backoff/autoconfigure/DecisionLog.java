package io.backoff.autoconfigure;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.FailureText;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * A line for every decision after a failure: retries at DEBUG, give-ups at WARN. The logger is
 * {@code io.backoff.policies.<policy>}, so that each policy has a level of its own.
 *
 * <p>At most one warning a second for each policy and reason; the next one says how many were left out.
 */
final class DecisionLog implements BackoffListener {

    private static final String PREFIX = "io.backoff.policies.";
    private static final int LONGEST_FAILURE = 300;
    private static final long SECOND = 1_000_000_000L;

    private final TimeSource time;
    private final BackoffPolicies policies;
    private final Map<String, Log> logs = new ConcurrentHashMap<>();
    private final Map<String, Rate> rates = new ConcurrentHashMap<>();

    DecisionLog(TimeSource time, BackoffPolicies policies) {
        this.time = time;
        this.policies = policies;
    }

    @Override
    public void onDecision(RetryDecision decision) {
        if (decision.success()) {
            return;
        }
        Log log = logs.computeIfAbsent(decision.policy(), policy -> LogFactory.getLog(PREFIX + policy));
        if (decision.retry()) {
            if (log.isDebugEnabled()) {
                log.debug(retry(decision));
            }
        } else if (log.isWarnEnabled()) {
            giveUp(log, decision);
        }
    }

    private void giveUp(Log log, RetryDecision decision) {
        Rate rate = rates.computeIfAbsent(decision.policy() + '/' + decision.stopReason(), key -> new Rate());
        long skipped = rate.enter(time.nanoTime());
        if (skipped >= 0) {
            log.warn(giveUp(decision) + (skipped > 0 ? " (" + skipped + " like it not logged)" : ""));
        }
    }

    private String retry(RetryDecision decision) {
        return subject(decision) + " failed, next in " + rounded(decision.delay()) + ": " + what(decision);
    }

    private String giveUp(RetryDecision decision) {
        String reason =
                decision.stopReason() == null ? "" : decision.stopReason().description();
        return subject(decision) + " gave up after " + rounded(decision.elapsed()) + ", " + reason + ": "
                + what(decision);
    }

    private String subject(RetryDecision decision) {
        int max = policies.get(decision.policy()).limits().maxAttempts();
        return decision.method() + " (policy '" + decision.policy() + "') attempt " + decision.attempt()
                + (max == 0 ? "" : " of " + max);
    }

    private static String what(RetryDecision decision) {
        return decision.failure() == null ? "result not accepted" : FailureText.of(decision.failure(), LONGEST_FAILURE);
    }

    private static Duration rounded(Duration time) {
        Duration millis = time.truncatedTo(ChronoUnit.MILLIS);
        return millis.isZero() ? time : millis;
    }

    /** One line a second. */
    private static final class Rate {

        private final AtomicLong next = new AtomicLong(Long.MIN_VALUE);
        private final AtomicLong skipped = new AtomicLong();

        /** How many were left out since the last line; -1 when this one is to be left out too. */
        long enter(long now) {
            long due = next.get();
            boolean mine = (due == Long.MIN_VALUE || now - due >= 0) && next.compareAndSet(due, now + SECOND);
            if (mine) {
                return skipped.getAndSet(0);
            }
            skipped.incrementAndGet();
            return -1;
        }
    }
}
