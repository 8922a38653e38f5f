package io.backoff.polling;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls the annotated method again and again, as long as the application runs: often while there is work, more and more
 * rarely while there is none.
 *
 * <pre>{@code
 * @BackoffPoll("outbox")
 * boolean sendNext() {
 *     return outbox.next().map(this::send).isPresent();
 * }
 * }</pre>
 *
 * <p>A return of {@code true}, or of a non-empty {@link java.util.Optional} or {@link java.util.Collection}, means that
 * work was found: the delays of the policy start over. Anything else lets them grow, and so does an exception, which is
 * logged when the method begins to fail and when it works again.
 *
 * <p>Each delay begins when a run has ended, so runs never overlap within one instance of the application. Instances know
 * nothing of one another; jitter, which the policy should have, keeps them from polling in step. {@code max-attempts},
 * {@code max-elapsed}, {@code enabled} and the budget of the policy have no effect: polls are no retries.
 *
 * <p>Polling begins when the application has started and ends when it stops; a run that is under way may finish. It takes
 * place on the application's {@code TaskScheduler}, or on threads of its own where there is none.
 *
 * <p>Refused when the application starts: parameters, a result that is there only later, an unknown policy, one without
 * any delay, a bean that is no singleton.
 *
 * @see BackoffPolls
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface BackoffPoll {

    /** Name of the policy. {@code ${...}} placeholders are resolved at startup. */
    String value() default "default";
}
