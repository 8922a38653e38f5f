package io.backoff;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes calls of the annotated method that carry the same key happen once: a duplicate gets what the first call
 * returned.
 *
 * <pre>{@code
 * @Backoff("payments")
 * @Idempotent(key = "#order.id")
 * @Transactional
 * Receipt charge(Order order) { ... }
 * }</pre>
 *
 * <p>Keys are compared within a scope: the application, the operation, and the name of the principal where Spring
 * Security knows one.
 *
 * <ul>
 *   <li>A duplicate of a call that has ended returns the stored result; of a {@code void} method it returns silently.
 *       Where the result was not kept, because it is larger than {@code backoff.idempotency.max-result-size}, it gets
 *       {@link io.backoff.idempotency.DuplicateOperationException}.
 *   <li>A duplicate of a call that still runs gets {@link io.backoff.idempotency.OperationInProgressException}, which
 *       says when to come again; {@link Backoff} around it does.
 *   <li>The same key with other arguments gets {@link io.backoff.idempotency.IdempotencyKeyReusedException}.
 *   <li>An exception frees the key, so that the next call runs: unless it is {@link PermanentException}, or one that
 *       {@code abort-on} of the method's policy names. Those are stored like results, except in the same-transaction
 *       mode of JDBC.
 * </ul>
 *
 * <p>Results and arguments are read and written as JSON, so both should be plain values. The method may return its
 * result itself, a {@link java.util.concurrent.CompletionStage}, or with Reactor a {@code Mono}.
 *
 * <p>Where the keys are kept, and when a duplicate can still happen, is told in the guide under "Idempotency".
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Idempotent {

    /** Name of the operation, by default {@code Class.method}. {@code ${...}} placeholders are resolved at startup. */
    String value() default "";

    /**
     * A SpEL expression over the arguments by name, such as {@code "#order.id"}; it must not yield null. A controller
     * method may leave it out: the key is then that of the request, in the header {@code Idempotency-Key}.
     */
    String key() default "";
}
