package io.backoff.policy;

import io.backoff.budget.RetryBudget;
import io.backoff.classify.FailureClassifier;
import io.backoff.classify.FailureRules;
import io.backoff.classify.ResultRule;
import io.backoff.delay.Bounds;
import io.backoff.delay.Delay;
import io.backoff.pace.Lane;
import io.backoff.pace.Pace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of one named policy: everything that decides whether and when to retry.
 *
 * @param name the name under {@code backoff.policies}
 * @param enabled whether retries are made at all; if not, every call is one attempt
 * @param delays the pauses before retries
 * @param limits bounds of one call
 * @param classifier classifies failures
 * @param budget the retry allowance shared with other calls
 * @param results decides which results call for a retry
 * @param retryAfterFirstElement whether a stream that failed after its first element is retried
 * @param lane where attempts wait for their turn while the callee throttles
 * @param keys what the calls with one key share
 */
public record BackoffPolicy(
        String name,
        boolean enabled,
        Delays delays,
        Limits limits,
        FailureClassifier classifier,
        RetryBudget budget,
        ResultRule results,
        boolean retryAfterFirstElement,
        Lane lane,
        Keys keys) {

    // Lists of delays are shorter than this; any other delay has reached its cap by then, or keeps growing.
    private static final int SUMMED_ONE_BY_ONE = 10_000;

    /** Creates a policy without a pace, whose calls share nothing by key. */
    public BackoffPolicy(
            String name,
            boolean enabled,
            Delays delays,
            Limits limits,
            FailureClassifier classifier,
            RetryBudget budget,
            ResultRule results,
            boolean retryAfterFirstElement) {
        this(
                name,
                enabled,
                delays,
                limits,
                classifier,
                budget,
                results,
                retryAfterFirstElement,
                Pace.OFF.lane(null),
                Keys.NONE);
    }

    /** This policy with a lane, which has a pace, and with what its calls share by key. */
    public BackoffPolicy with(Lane itsLane, Keys itsKeys) {
        return new BackoffPolicy(
                name, enabled, delays, limits, classifier, budget, results, retryAfterFirstElement, itsLane, itsKeys);
    }

    /**
     * This policy for one call.
     *
     * @param key what the call shares with others, by its text; {@code null}, or blank, for a call without a key
     */
    public BackoffPolicy forKey(@Nullable Object key) {
        return key == null ? this : keys.policy(this, key);
    }

    /** This policy with other rules about failures. */
    public BackoffPolicy withRules(FailureRules rules) {
        return new BackoffPolicy(
                name,
                enabled,
                delays,
                limits,
                classifier.withRules(rules),
                budget,
                results,
                retryAfterFirstElement,
                lane,
                keys);
    }

    /** This policy with another classifier. */
    public BackoffPolicy withClassifier(FailureClassifier other) {
        return new BackoffPolicy(
                name, enabled, delays, limits, other, budget, results, retryAfterFirstElement, lane, keys);
    }

    /** This policy, drawing from another budget. */
    public BackoffPolicy withBudget(RetryBudget other) {
        return new BackoffPolicy(
                name, enabled, delays, limits, classifier, other, results, retryAfterFirstElement, lane, keys);
    }

    /** This policy limited to one attempt. */
    public BackoffPolicy withoutRetries() {
        return new BackoffPolicy(
                name, false, delays, limits, classifier, budget, results, retryAfterFirstElement, lane, keys);
    }

    /** The usual pause before a retry. */
    public Delay delay() {
        return delays.usual();
    }

    /** Whether to wait before attempt 1 too, as polling does. */
    public boolean waitFirst() {
        return delays.waitFirst();
    }

    /** Whether a call can have more than one attempt. */
    public boolean retries() {
        return enabled && (limits.unlimited() || limits.maxAttempts() > 1);
    }

    /**
     * The delays before the first attempts, without regard to {@code max-attempts} and {@code max-elapsed}.
     *
     * <pre>{@code
     * policy.schedule(4)   // 200 ms x 2^n, full jitter
     * // [2: 0 .. 100 .. 200 ms] [3: 0 .. 200 .. 400 ms] [4: 0 .. 400 .. 800 ms]
     * }</pre>
     *
     * @param attempts number of the last attempt to show
     * @return a row for each attempt from 2, or from 1 when the policy waits first
     */
    public List<ScheduledDelay> schedule(int attempts) {
        return schedule(delays.usual(), attempts);
    }

    /** Like {@link #schedule}, if each failure is one that asks to slow down. */
    public List<ScheduledDelay> throttledSchedule(int attempts) {
        return schedule(delays.throttled(), attempts);
    }

    /**
     * Longest time that one call can spend waiting, unless the callee asks to slow down or to wait longer; empty when
     * nothing bounds it.
     */
    public Optional<Duration> worstCase() {
        return worstCase(delays.usual());
    }

    /** Like {@link #worstCase}, if each failure is one that asks to slow down. */
    public Optional<Duration> throttledWorstCase() {
        return worstCase(delays.throttled());
    }

    /** Whether any attempt is usually preceded by a delay, even if only after many attempts. */
    public boolean hasDelay() {
        return delays.usual().bounds(Integer.MAX_VALUE).max() > 0;
    }

    /** The ordinal, from 1, of the wait before an attempt. */
    public int ordinal(int attempt) {
        return waitFirst() ? attempt : attempt - 1;
    }

    private int firstDelayed() {
        return waitFirst() ? 1 : 2;
    }

    private List<ScheduledDelay> schedule(Delay delay, int attempts) {
        return IntStream.rangeClosed(firstDelayed(), attempts)
                .mapToObj(attempt -> row(delay, attempt))
                .toList();
    }

    // No failure precedes attempt 1.
    private Delay at(int wait, Delay delay) {
        return wait == 1 && waitFirst() ? delays.usual() : delay;
    }

    private ScheduledDelay row(Delay delay, int attempt) {
        Bounds bounds = at(ordinal(attempt), delay).bounds(ordinal(attempt));
        return new ScheduledDelay(
                attempt,
                Duration.ofNanos(bounds.min()),
                Duration.ofNanos(bounds.expected()),
                Duration.ofNanos(bounds.max()));
    }

    private Optional<Duration> worstCase(Delay delay) {
        Duration maxElapsed = limits.maxElapsed();
        if (limits.unlimited()) {
            return maxElapsed.isZero() ? Optional.empty() : Optional.of(maxElapsed);
        }
        Duration sum = Duration.ofNanos(sumOfMaxima(delay, ordinal(limits.maxAttempts())));
        return Optional.of(maxElapsed.isZero() || sum.compareTo(maxElapsed) < 0 ? sum : maxElapsed);
    }

    private long sumOfMaxima(Delay delay, int waits) {
        long sum = 0;
        int summed = Math.min(waits, SUMMED_ONE_BY_ONE);
        for (int wait = 1; wait <= summed && sum < Long.MAX_VALUE; wait++) {
            sum = saturatedSum(sum, at(wait, delay).bounds(wait).max());
        }
        long rest = waits - summed;
        long each = rest > 0 ? delay.bounds(waits).max() : 0;
        return each > 0 && rest > (Long.MAX_VALUE - sum) / each ? Long.MAX_VALUE : sum + rest * each;
    }

    private static long saturatedSum(long a, long b) {
        return b > Long.MAX_VALUE - a ? Long.MAX_VALUE : a + b;
    }
}
