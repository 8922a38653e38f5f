package io.backoff.spring;

import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.UnknownPolicyException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOff;

/**
 * Named policies as Spring's own types, for libraries that retry by themselves. A bean.
 *
 * <pre>{@code
 * @Bean
 * DefaultErrorHandler errorHandler(SpringPolicies policies) {
 *     return new DefaultErrorHandler(policies.backOff("orders"));
 * }
 * }</pre>
 *
 * <p>A view follows later changes of its policy: an execution that has started finishes on the policy that it started
 * with, the next one takes the new values. A policy that is not enabled makes no retry.
 *
 * <p>What a view cannot do, because Spring's types do not carry it:
 *
 * <ul>
 *   <li>Delays are whole milliseconds, rounded up: 51.2 us is 1 ms, only 0 is 0.
 *   <li>The retry budget is not used. A {@code BackOff} never hears of a success, so a budget that it drew from would
 *       only ever shrink.
 *   <li>A {@code BackOff} sees no failure: classification is up to the library that uses it, and a callee's
 *       {@code Retry-After} does not lengthen the delay, in a {@code RetryPolicy} neither.
 *   <li>{@code wait-first}, {@code retry-on-result} and {@code attempt-timeout} have no effect. Listeners, meters and
 *       {@code CurrentAttempt} know nothing of these calls, and what waits is Spring's code: {@code FakeTime} does not
 *       shorten it.
 * </ul>
 *
 * <p>Where all of that matters, call {@code BackoffOperations} or use {@code @Backoff}.
 */
public final class SpringPolicies {

    private final BackoffPolicies policies;
    private final TimeSource time;

    /** Views on these policies. */
    public SpringPolicies(BackoffPolicies policies, TimeSource time) {
        this.policies = policies;
        this.time = time;
    }

    /**
     * The delays and limits of a policy. Each execution draws its own delays and ends, with
     * {@link org.springframework.util.backoff.BackOffExecution#STOP STOP}, after one delay less than
     * {@code max-attempts}, or when the next delay would reach beyond {@code max-elapsed}. That time begins with
     * {@link BackOff#start()}, which containers call after the first failure. An execution is for one thread at a time.
     *
     * @throws UnknownPolicyException if there is no policy of that name
     */
    public BackOff backOff(String policy) {
        policies.get(policy);
        return new PolicyBackOff(policy, policies, time);
    }

    /**
     * A policy for Framework's {@code RetryTemplate}: it classifies failures as the policy does and waits as
     * {@link #backOff} says. {@code max-elapsed} is its timeout too, which counts the first attempt, by the wall clock.
     *
     * <pre>{@code
     * new RetryTemplate(policies.retryPolicy("payments")).execute(() -> provider.charge(order));
     * }</pre>
     *
     * <p>The template throws its own {@code RetryException} around the last failure.
     *
     * @throws UnknownPolicyException if there is no policy of that name
     */
    public RetryPolicy retryPolicy(String policy) {
        return new PolicyRetries(policy, policies, backOff(policy));
    }
}
