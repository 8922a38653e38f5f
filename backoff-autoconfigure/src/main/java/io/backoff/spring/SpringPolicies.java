package io.backoff.spring;

import io.backoff.engine.TimeSource;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.UnknownPolicyException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOff;

/**
 * Provides named policies as Spring's own types, for libraries that retry by themselves. Available as a bean.
 *
 * <pre>{@code
 * @Bean
 * DefaultJmsListenerContainerFactory listeners(ConnectionFactory connections, SpringPolicies policies) {
 *     DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
 *     factory.setConnectionFactory(connections);
 *     factory.setBackOff(policies.backOff("broker"));
 *     return factory;
 * }
 * }</pre>
 *
 * <p>Kafka and RabbitMQ do not need this bean: the properties {@code backoff.kafka.listener},
 * {@code backoff.amqp.listener} and {@code backoff.amqp.template} apply a policy completely, including its budget.
 *
 * <p>The returned objects follow changes of their policy. A {@code BackOff} execution keeps the values that it started
 * with, and the next execution uses the new values. A {@code RetryPolicy} always classifies by the current values. A
 * disabled policy allows no retry.
 *
 * <p>Spring's types do not support everything that a policy can do:
 *
 * <ul>
 *   <li>Delays are rounded up to whole milliseconds: 51.2 us becomes 1 ms, and only 0 stays 0.
 *   <li>The retry budget does not apply. A {@code BackOff} is never notified of a success, so its budget would only
 *       shrink.
 *   <li>A {@code BackOff} sees no failures: the library that uses it classifies them. With either type, a callee's
 *       {@code Retry-After} does not lengthen the delay.
 *   <li>{@code wait-first}, {@code retry-on-result} and {@code attempt-timeout} have no effect. Listeners, meters and
 *       {@code CurrentAttempt} do not cover calls that Spring's code retries. {@code FakeTime} does not skip the
 *       delays, because Spring's code, not this library, waits for them.
 * </ul>
 *
 * <p>Where these limits matter, call {@code BackoffOperations} or use {@code @Backoff}.
 *
 * @since 0.1.0
 */
public final class SpringPolicies {

    private final BackoffPolicies policies;
    private final TimeSource time;

    /**
     * Creates an adapter for these policies.
     *
     * @param policies the policies of the application
     * @param time the clock that measures {@code max-elapsed}
     */
    public SpringPolicies(BackoffPolicies policies, TimeSource time) {
        this.policies = policies;
        this.time = time;
    }

    /**
     * {@return a {@code BackOff} with the delays and limits of a policy} Each execution draws its own delays. It ends
     * with {@link org.springframework.util.backoff.BackOffExecution#STOP STOP} when it has returned a delay for each
     * retry that {@code max-attempts} allows, or when the next delay would exceed {@code max-elapsed}. The elapsed time
     * counts from {@link BackOff#start()}, which message listener containers call after the first failure. Use an
     * execution from one thread at a time.
     *
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @throws UnknownPolicyException if there is no policy of that name
     */
    public BackOff backOff(String policy) {
        policies.get(policy);
        return new PolicyBackOff(policy, policies, time);
    }

    /**
     * {@return a {@code RetryPolicy} for Spring Framework's {@code RetryTemplate}} It classifies failures like the
     * named policy and waits like {@link #backOff}. Its timeout is {@code max-elapsed}; the timeout includes the first
     * attempt and follows the wall clock.
     *
     * <pre>{@code
     * new RetryTemplate(policies.retryPolicy("payments")).execute(() -> provider.charge(order));
     * }</pre>
     *
     * <p>The template wraps the last failure in its own {@code RetryException}.
     *
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @throws UnknownPolicyException if there is no policy of that name
     */
    public RetryPolicy retryPolicy(String policy) {
        return new PolicyRetries(policy, policies, backOff(policy));
    }
}
