package io.backoff.redelivery;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stores calls of the annotated method in the database, in the transaction of the caller, and returns. The method is
 * called from there: at once, on any instance of the application, and again after each delay of the policy, until it
 * returns, fails for good or the policy ends.
 *
 * <pre>{@code
 * @Redeliver
 * void confirm(String orderId, BigDecimal amount) {
 *     partner.post(orderId, amount);
 * }
 * }</pre>
 *
 * <p>Without the transaction there is no call: a rollback takes it away. Restarts, deployments and crashes do not. Each
 * call is made <em>at least</em> once; an instance that dies while it makes one leaves it to another instance, which
 * makes the next attempt. What must happen only once needs a key that the callee knows it by.
 *
 * <p>Delays, {@code max-attempts}, {@code max-elapsed}, classification and the budget are those of the policy; run 1 is
 * attempt 1. A {@link io.backoff.PermanentException} and {@code abort-on} end the call, a {@link io.backoff.RetryAfter}
 * is waited for. An empty budget postpones attempts and ends nothing. {@link io.backoff.engine.CurrentAttempt} tells the
 * number of the attempt.
 *
 * <p>A call that ends without success is kept as a dead letter, until somebody makes it again or deletes it, and
 * {@link RedeliveryExhausted} is published.
 *
 * <p>While the policy is disabled, or delivery is paused through the endpoint, calls are stored and wait, without an
 * attempt. The time that they are held does not count toward {@code max-elapsed}.
 *
 * <p>Refused when the application starts: a method that returns something, arguments that cannot be written as JSON and
 * read back as the types of the parameters, a method that no proxy can intercept, an unknown policy, no db-scheduler.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Redeliver {

    /** The policy that is used without a word, which exists even when it is not written: the preset of that name. */
    String DEFAULT_POLICY = "payment-notification";

    /** Name of the policy. {@code ${...}} placeholders are resolved at startup. */
    String value() default DEFAULT_POLICY;

    /**
     * What stored calls know the method by; {@code Class.method} unless given. With a name of its own, the method and
     * its class can be renamed while calls of it are stored.
     */
    String name() default "";
}
