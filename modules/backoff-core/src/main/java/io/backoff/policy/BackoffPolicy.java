package io.backoff.policy;

import io.backoff.Internal;
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
 * @param enabled whether calls are retried; if not, every call makes one attempt
 * @param delays the delays before retries
 * @param limits the limits of one call
 * @param classifier classifies failures
 * @param budget the retry allowance shared with other calls
 * @param results decides which results request a retry
 * @param retryAfterFirstElement whether a stream that failed after its first element is retried
 * @param lane where attempts wait for their turn while the callee throttles
 * @param keys the retry bucket and the lane of each key
 * @since 0.1.0
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
        @Internal Lane lane,
        @Internal Keys keys) {

    // The worst case of a call is the sum of the upper bounds of its delays. Only this many bounds are added one by
    // one. Each further delay is counted with the bound of the call's last delay, usually the highest. The result is
    // exact unless delays still grow at this point; then it is too high. It could be too low only for a list of more
    // than 10,000 delays, which nobody is expected to write.
    private static final int SUMMED_ONE_BY_ONE = 10_000;

    /**
     * Creates a policy that has a pace and keys, as the policies of an application have.
     *
     * @param name the name of the policy
     * @param enabled whether calls are retried
     * @param delays the delays before retries
     * @param limits the limits of one call
     * @param classifier classifies failures
     * @param budget the retry budget
     * @param results decides which results request a retry
     * @param retryAfterFirstElement whether a stream that failed after its first element is retried
     * @param lane where attempts wait for their turn while the callee throttles
     * @param keys the retry bucket and the lane of each key
     */
    @Internal
    public BackoffPolicy {}

    /**
     * Creates a policy without a pace and without keys.
     *
     * @param name the name of the policy
     * @param enabled whether calls are retried
     * @param delays the delays before retries
     * @param limits the limits of one call
     * @param classifier classifies failures
     * @param budget the retry budget
     * @param results decides which results request a retry
     * @param retryAfterFirstElement whether a stream that failed after its first element is retried
     */
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

    /**
     * {@return this policy with another lane and with other keys}
     *
     * @param itsLane where attempts wait for their turn while the callee throttles
     * @param itsKeys the retry bucket and the lane of each key
     */
    @Internal
    public BackoffPolicy with(Lane itsLane, Keys itsKeys) {
        return new BackoffPolicy(
                name, enabled, delays, limits, classifier, budget, results, retryAfterFirstElement, itsLane, itsKeys);
    }

    /**
     * {@return this policy for a call with the key}
     *
     * @param key the key of the call; {@code null} if it has none
     */
    public BackoffPolicy forKey(@Nullable String key) {
        return key == null ? this : keys.policy(this, key);
    }

    /**
     * {@return this policy with other failure rules}
     *
     * @param rules the rules to apply instead
     */
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

    /**
     * {@return this policy with another classifier}
     *
     * @param other the classifier of the returned policy
     */
    public BackoffPolicy withClassifier(FailureClassifier other) {
        return new BackoffPolicy(
                name, enabled, delays, limits, other, budget, results, retryAfterFirstElement, lane, keys);
    }

    /**
     * {@return this policy with another budget}
     *
     * @param other the budget to charge instead
     */
    public BackoffPolicy withBudget(RetryBudget other) {
        return new BackoffPolicy(
                name, enabled, delays, limits, classifier, other, results, retryAfterFirstElement, lane, keys);
    }

    /** {@return this policy limited to one attempt} */
    public BackoffPolicy withoutRetries() {
        return new BackoffPolicy(
                name, false, delays, limits, classifier, budget, results, retryAfterFirstElement, lane, keys);
    }

    /** {@return the usual delay before a retry} */
    public Delay delay() {
        return delays.usual();
    }

    /** {@return whether there is a delay before attempt 1 too, as in polling} */
    public boolean waitFirst() {
        return delays.waitFirst();
    }

    /** {@return whether a call can have more than one attempt} */
    public boolean retries() {
        return enabled && (limits.unlimited() || limits.maxAttempts() > 1);
    }

    /**
     * Previews the delays before the first attempts, ignoring {@code max-attempts} and {@code max-elapsed}.
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

    /**
     * Previews the delays as {@link #schedule} does, but for a callee that throttles every attempt.
     *
     * @param attempts number of the last attempt to show
     * @return a row for each attempt, as in {@link #schedule}
     */
    public List<ScheduledDelay> throttledSchedule(int attempts) {
        return schedule(delays.throttled(), attempts);
    }

    /**
     * {@return the longest total delay of one call if there is no throttling and no Retry-After; empty if unbounded}
     */
    public Optional<Duration> worstCase() {
        return worstCase(delays.usual());
    }

    /** {@return the longest total delay of one call whose callee throttles every attempt; empty if unbounded} */
    public Optional<Duration> throttledWorstCase() {
        return worstCase(delays.throttled());
    }

    /**
     * {@return whether the usual delay can be above zero in the long run} The limits of the policy do not matter: the
     * delay may be one that no call reaches.
     */
    public boolean hasDelay() {
        return delays.usual().bounds(Integer.MAX_VALUE).max() > 0;
    }

    /**
     * {@return the number of the wait before an attempt; the first wait has number 1}
     *
     * @param attempt the attempt, from 1
     */
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

    // No failure precedes attempt 1, so the usual delay applies.
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
        long longest = rest > 0 ? delay.bounds(waits).max() : 0;
        return longest > 0 && rest > (Long.MAX_VALUE - sum) / longest ? Long.MAX_VALUE : sum + rest * longest;
    }

    private static long saturatedSum(long a, long b) {
        return b > Long.MAX_VALUE - a ? Long.MAX_VALUE : a + b;
    }
}
