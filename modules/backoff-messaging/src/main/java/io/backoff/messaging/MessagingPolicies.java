package io.backoff.messaging;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.change.PolicyReference;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.execution.Engine;
import io.backoff.policy.BackoffPolicies;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Applies policies to senders and receivers of messages. Properties such as {@code backoff.amqp.listener} name the
 * policies.
 */
public record MessagingPolicies(
        PolicyStore store, BackoffPolicies policies, Supplier<Engine> engine, Environment environment) {

    /**
     * Creates the object that applies policies to the listeners of a broker.
     *
     * @param prefix the prefix of the properties, for example {@code backoff.amqp}
     * @param kind the kind of listener, for example {@code @RabbitListener}
     * @param policy value of the property {@code listener}; {@code null} or empty if unset
     * @param listeners values of the property {@code listeners}, by listener id, queue or topic
     * @throws InvalidPropertyException if a policy does not exist
     */
    public GovernedListeners listeners(
            String prefix, String kind, @Nullable String policy, Map<String, String> listeners) {
        String property = prefix + ".listener";
        GovernedListeners created = new GovernedListeners(this, property, kind, checked(property, policy));
        listeners.forEach(created::put);
        return created;
    }

    /**
     * Creates the object that puts calls under the policy that a property names.
     *
     * @param kind description of the sender or receiver
     * @param policy value of the property; if it is {@code null} or empty, no calls are governed
     * @throws InvalidPropertyException if there is no such policy
     */
    public GovernedCalls calls(String property, String kind, @Nullable String policy) {
        return new GovernedCalls(this, property, kind, checked(property, policy), false);
    }

    private @Nullable String checked(String property, @Nullable String policy) {
        if (!StringUtils.hasText(policy)) {
            return null;
        }
        PolicyReference.of(property, policy, policies, environment);
        return policy;
    }
}
