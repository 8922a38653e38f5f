package io.backoff.redelivery;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stores calls of the annotated method in the database, in the caller's transaction, and returns. Any instance of the
 * application then calls the method: immediately, and again after each delay of the policy, until it returns, fails for
 * good or reaches a limit of the policy.
 *
 * <pre>{@code
 * @Redeliver
 * void confirm(String orderId, BigDecimal amount) {
 *     partner.post(orderId, amount);
 * }
 * }</pre>
 *
 * <p>A rollback of the transaction discards the call; restarts, deployments and crashes do not discard it. Each call is
 * made <em>at least</em> once: if an instance crashes during an attempt, another instance makes the next one. An effect
 * that must happen only once needs a key by which the callee recognizes duplicates.
 *
 * <p>The policy provides delays, {@code max-attempts}, {@code max-elapsed}, classification and the budget. The first
 * execution counts as attempt 1. A {@link io.backoff.PermanentException} and {@code abort-on} end the call; a
 * {@link io.backoff.RetryAfter} delays the next attempt. An empty budget postpones retries but ends no call.
 * {@link io.backoff.engine.CurrentAttempt} provides the number of the attempt.
 *
 * <p>A call that ends without success is kept as a dead letter, and {@link RedeliveryExhausted} is published. The dead
 * letter stays until an operator redrives or deletes it.
 *
 * <p>While the policy is disabled or delivery is paused through the endpoint, calls are stored but not attempted. This
 * time does not count toward {@code max-elapsed}.
 *
 * <p>The application fails to start if the method returns a value, if a parameter has a type that cannot be written as
 * JSON and read back, if no proxy can intercept the method, if its bean is not a singleton (a scoped bean is none, even
 * behind a proxy), or if the policy or db-scheduler is missing. A call on an object that is not known as a bean at
 * startup throws an {@link IllegalStateException}.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Redeliver {

    /**
     * The name of the default policy, which is created from the preset of that name unless the application defines it.
     */
    String DEFAULT_POLICY = "payment-notification";

    /** {@return the name of the policy} {@code ${...}} placeholders are resolved at startup. */
    String value() default DEFAULT_POLICY;

    /**
     * {@return the name of the method in stored calls, by default {@code Class.method}} With an explicit name, calls
     * that are already stored can still be made after the method or its class is renamed.
     */
    String name() default "";
}
