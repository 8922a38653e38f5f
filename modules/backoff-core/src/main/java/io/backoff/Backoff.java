package io.backoff;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Retries calls of the annotated method under a named policy.
 *
 * <p>The policy is tuned in {@code application.yml}; the annotation only says which one applies:
 *
 * <pre>{@code
 * @Service
 * class PaymentService {
 *
 *     @Backoff("payments")
 *     Receipt charge(Order order) { ... }
 * }
 * }</pre>
 *
 * <pre>{@code
 * backoff:
 *   policies:
 *     payments: { delay: 100ms, max-attempts: 3, max-elapsed: 5s }
 * }</pre>
 *
 * <p>It applies to a method, a class, an interface, a method of an interface, or another annotation. The nearest one
 * wins: method before class, class before interface. On a class it covers the public methods.
 *
 * <p>The caller gets the exception of the last attempt, unchanged, with the earlier ones as suppressed exceptions.
 * Interruption, cancellation, {@link VirtualMachineError} and {@link LinkageError} are never retried.
 *
 * <p>The application fails to start on an unknown policy, a private, final or static method behind a proxy, an
 * unresolvable fallback or expression, or a return type that cannot be retried.
 *
 * @see PermanentException
 * @see RetryAfter
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Backoff {

    /** Name of the policy. {@code ${...}} placeholders are resolved at startup. */
    String value() default "default";

    /**
     * Exceptions that are retried, causes included; replaces {@code retry-on} of the policy unless empty. They are
     * retried whatever their HTTP or gRPC status, unless the policy itself lists statuses. {@link Throwable},
     * {@link Exception} and {@link RuntimeException} are retried with the listed statuses only.
     */
    Class<? extends Throwable>[] retryOn() default {};

    /** Exceptions that are never retried, causes included; added to {@code abort-on} of the policy. */
    Class<? extends Throwable>[] abortOn() default {};

    /**
     * A SpEL expression over {@code #result} and the arguments by name; {@code true} means that the result calls for a
     * retry. Replaces {@code retry-on-result} of the policy unless empty. Example: {@code "#result.status == 'PENDING'"}.
     */
    String retryOnResult() default "";

    /**
     * A SpEL expression over the arguments by name: the key that the call shares retries by, such as a tenant or a host.
     * Retries of a key need a share of its own, besides the budget of the policy. Evaluated when the method is invoked,
     * once per call; if the key is null or blank, or the expression fails, the call has no key, which is logged once.
     * Example: {@code "#tenant"}.
     */
    String key() default "";

    /**
     * The method called when the call gives up: {@code method} of the same bean, or {@code bean::method}. It takes the
     * same parameters, optionally followed by a {@link Throwable}, and returns the same type.
     */
    String fallback() default "";
}
