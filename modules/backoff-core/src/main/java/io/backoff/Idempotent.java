package io.backoff;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Executes the annotated method once per key: a duplicate call gets the result of the first one.
 *
 * <pre>{@code
 * @Backoff("payments")
 * @Idempotent(key = "#order.id")
 * @Transactional
 * Receipt charge(Order order) { ... }
 * }</pre>
 *
 * <p>Equal keys count as different if they come from different applications, operations or, with Spring Security,
 * principals.
 *
 * <ul>
 *   <li>A duplicate of a completed call returns the stored result; for a {@code void} method it returns silently. If
 *       the result was not stored because it is larger than {@code backoff.idempotency.max-result-size}, the duplicate
 *       gets {@code DuplicateOperationException}.
 *   <li>A duplicate of a running call gets {@code OperationInProgressException}, which carries a Retry-After delay; an
 *       enclosing {@link Backoff} retries it.
 *   <li>A call with the same key but different arguments gets {@code IdempotencyKeyReusedException}.
 *   <li>An exception frees the key, so the next call executes the method again, even if the failed execution had an
 *       effect. If an effect must not be repeated, send a key to the callee too. {@link PermanentException} and the
 *       exceptions in {@code abort-on} of the method's policy do not free the key: they are stored like results, except
 *       in the same-transaction mode of JDBC.
 * </ul>
 *
 * <p>Results are stored as JSON, and arguments are compared by a digest of their JSON, so both should be plain values.
 * The method may return its result directly, as a {@link java.util.concurrent.CompletionStage} or, with Reactor, as a
 * {@code Mono}.
 *
 * <p>The section "Idempotency" of the guide describes where the keys are stored, and when a method can still run twice
 * for one key.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Idempotent {

    /**
     * {@return name of the operation, by default {@code Class.method}} {@code ${...}} placeholders are resolved at
     * startup.
     */
    String value() default "";

    /**
     * {@return a SpEL expression that yields the key of a call, such as {@code "#order.id"}; it must not yield null}
     * The expression refers to the arguments by name. A controller method may omit the expression: its key is then the
     * request header {@code Idempotency-Key}.
     */
    String key() default "";
}
