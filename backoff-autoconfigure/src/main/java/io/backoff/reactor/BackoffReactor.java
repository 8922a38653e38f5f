package io.backoff.reactor;

import io.backoff.engine.CurrentAttempt;
import io.backoff.engine.RetryScope;
import io.backoff.engine.operations.ProgrammaticGuards;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Makes reactive calls under a named policy, for code that has no method to annotate. Available as a bean.
 *
 * <pre>{@code
 * Mono<Receipt> receipt = backoff.call("payments", () -> client.charge(order));
 * }</pre>
 *
 * <p>The supplier creates a new publisher for each attempt of each subscription. {@code call} and {@code callMany}
 * throw {@link io.backoff.policy.UnknownPolicyException} if the policy does not exist.
 *
 * @since 0.1.0
 */
public class BackoffReactor {

    private final ProgrammaticGuards guards;

    BackoffReactor(ProgrammaticGuards guards) {
        this.guards = guards;
    }

    /**
     * Returns a {@code Mono} that makes attempts until one succeeds or the policy ends the call. Each attempt
     * subscribes to a new publisher.
     *
     * @param <T> the type of the elements
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation supplies a new publisher for each attempt
     * @return the guarded publisher
     */
    public <T> Mono<T> call(String policy, Supplier<Mono<T>> operation) {
        return ReactiveRunner.mono(guards.of(policy), operation::get);
    }

    /**
     * Works like {@link #call(String, Supplier)}, for calls with a key.
     *
     * @param <T> the type of the elements
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of all subscriptions, compared by its text; {@code null} for no key
     * @param operation supplies a new publisher for each attempt
     * @return the guarded publisher
     */
    public <T> Mono<T> call(String policy, @Nullable Object key, Supplier<Mono<T>> operation) {
        return ReactiveRunner.mono(guards.of(policy, key), operation::get);
    }

    /**
     * Returns a {@code Flux} that makes attempts until one succeeds or the policy ends the call. Each attempt
     * subscribes to a new publisher. A stream that fails after its first element is retried only if the policy has
     * {@code retry-after-first-element}: after such a retry, the subscriber receives the first elements again.
     *
     * @param <T> the type of the elements
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation supplies a new publisher for each attempt
     * @return the guarded publisher
     */
    public <T> Flux<T> callMany(String policy, Supplier<Flux<T>> operation) {
        return ReactiveRunner.flux(guards.of(policy), operation::get);
    }

    /**
     * Works like {@link #callMany(String, Supplier)}, for calls with a key.
     *
     * @param <T> the type of the elements
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of all subscriptions, compared by its text; {@code null} for no key
     * @param operation supplies a new publisher for each attempt
     * @return the guarded publisher
     */
    public <T> Flux<T> callMany(String policy, @Nullable Object key, Supplier<Flux<T>> operation) {
        return ReactiveRunner.flux(guards.of(policy, key), operation::get);
    }

    /**
     * {@return the attempt in a subscriber context; empty outside a guarded call}
     *
     * @param context the Reactor context of a subscriber
     */
    public static Optional<CurrentAttempt> currentAttempt(ContextView context) {
        return context.<RetryScope>getOrEmpty(RetryScope.class)
                .filter(CurrentAttempt.class::isInstance)
                .map(CurrentAttempt.class::cast);
    }
}
