package io.backoff;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Retries calls of the annotated method under a named policy.
 *
 * <p>The annotation names the policy, which is configured in {@code application.yml}:
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
 * <p>The annotation can be placed on a method, a class, an interface, an interface method, or another annotation. The
 * nearest one wins: method before class, class before interface. On a class it covers the public methods.
 *
 * <p>The caller gets the exception of the last attempt, not wrapped in another one. The exceptions of earlier attempts
 * are added to it as suppressed exceptions. Interruption, cancellation, {@link VirtualMachineError} and
 * {@link LinkageError} are never retried.
 *
 * <p>The application fails to start on an unknown policy, a private, final or static method behind a proxy, a class
 * without public methods, an unresolvable fallback or expression, or a return type that cannot be retried.
 *
 * @see PermanentException
 * @see RetryAfter
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Backoff {

    /** {@return name of the policy} {@code ${...}} placeholders are resolved at startup. */
    String value() default "default";

    /**
     * {@return exceptions to retry, matched against causes too} A non-empty list replaces {@code retry-on} of the
     * policy. Listed exceptions are retried whatever HTTP or gRPC status they carry, unless the policy itself lists
     * statuses. {@link Throwable}, {@link Exception} and {@link RuntimeException} are too general to override a status:
     * if no other listed exception matches, a failure with a status is retried only if the policy lists that status.
     */
    Class<? extends Throwable>[] retryOn() default {};

    /**
     * {@return exceptions never to retry, matched against causes too} The list is added to {@code abort-on} of the
     * policy.
     */
    Class<? extends Throwable>[] abortOn() default {};

    /**
     * {@return a SpEL expression over {@code #result} and the arguments by name; {@code true} requests a retry} A
     * non-empty expression replaces {@code retry-on-result} of the policy. Example: {@code "#result.status ==
     * 'PENDING'"}.
     */
    String retryOnResult() default "";

    /**
     * {@return a SpEL expression that yields the key of a call, such as a tenant or a host} The expression refers to
     * the arguments by name. Each key has its own retry bucket: a retry needs a token from that bucket and one from the
     * policy's budget, so one failing key cannot use up the retries of the others. The expression is evaluated once per
     * call, when the method is invoked. If the expression fails, or yields null or a blank text, the call has no key;
     * the first such call is logged. Example: {@code "#tenant"}.
     */
    String key() default "";

    /**
     * {@return the fallback method, called when the call gives up: {@code method} of the same bean, or
     * {@code bean::method}} The fallback takes the same parameters, optionally followed by a {@link Throwable}, and
     * returns the same type.
     */
    String fallback() default "";
}
