package io.backoff.polling;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls the annotated method repeatedly while the application runs: often while there is work, and ever more rarely
 * while there is none.
 *
 * <pre>{@code
 * @BackoffPoll("outbox")
 * boolean sendNext() {
 *     return outbox.next().map(this::send).isPresent();
 * }
 * }</pre>
 *
 * <p>A return value of {@code true}, or a non-empty {@link java.util.Optional} or {@link java.util.Collection}, means
 * that work was found: the delays of the policy restart. After any other value or an exception, the delays grow. The
 * log records when the method begins to fail and when it recovers.
 *
 * <p>Each delay begins when a run ends, so runs never overlap within one instance of the application. Instances do not
 * coordinate; the policy should have jitter, so that they do not poll in step. {@code max-attempts}, {@code
 * max-elapsed}, {@code enabled} and the budget of the policy have no effect: polls are not retries.
 *
 * <p>Polling begins when the application has started and ends when it stops; a run in progress may finish. Polling uses
 * the application's {@code TaskScheduler}, or its own threads if there is none.
 *
 * <p>The application does not start if the method has parameters, is a suspend function, returns a future or publisher,
 * or cannot be called through the proxy of its bean. The same applies if the policy is unknown or has no delay, or if
 * the bean is not a singleton.
 *
 * @see BackoffPolls
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface BackoffPoll {

    /** {@return the name of the policy} {@code ${...}} placeholders are resolved at startup. */
    String value() default "default";
}
