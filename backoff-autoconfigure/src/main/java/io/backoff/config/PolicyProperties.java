package io.backoff.config;

import io.backoff.classify.FailureGroup;
import io.backoff.delay.Cap;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The properties that one policy sets, without inherited ones; each is {@code null} if unset.
 *
 * @param enabled Whether calls are retried; if false, every call makes one attempt, failed messages are left to their container, and stored calls and failed event publications wait.
 * @param preset Well-known system whose delays and limits the policy uses; properties of the policy itself take precedence.
 * @param extendsPolicy Policy to inherit from.
 * @param strategy Growth of the delay from one retry to the next.
 * @param delay First delay; the slot time for binary-exponential.
 * @param multiplier Growth factor of the exponential strategy, 1 or more.
 * @param increment Growth per retry of the linear strategy.
 * @param exponent Exponent of the polynomial strategy.
 * @param ceiling Number of retries after which the window of binary-exponential stops doubling.
 * @param delays Delays of the list strategy, in order; the last one repeats.
 * @param maxDelay Maximum delay; does not apply to the list strategy.
 * @param cap How max-delay bounds a delay with jitter.
 * @param jitter Random part of the delay.
 * @param jitterFactor Largest share of the delay that proportional jitter adds or subtracts, 0 to 1.
 * @param jitterAmount Upper bound of the random time that additive jitter adds to the delay.
 * @param granularity Unit of delays: each delay is a whole multiple of it; 0 for none.
 * @param waitFirst Whether to wait before attempt 1 too, as polling does.
 * @param maxAttempts Maximum number of attempts, the first one included: 3 is one call and at most two retries. 0 for unlimited.
 * @param maxRetries Maximum number of retries, instead of max-attempts: 2 is the same as max-attempts 3. 0 for none.
 * @param maxElapsed Time limit of the whole call: no attempt starts later, and asynchronous attempts end then; 0 for unlimited.
 * @param attemptTimeout Maximum duration of one attempt of an asynchronous or reactive method; 0 for unlimited.
 * @param retryAfterFirstElement Whether a Flux that failed after its first element is retried.
 * @param retryOn Exceptions to retry, matched against causes too: class names, or the groups transient and permanent.
 * @param abortOn Exceptions not to retry, matched against causes too: class names, or the groups transient and permanent. Takes precedence over retry-on, except that a class in retry-on takes precedence over a group here.
 * @param retryOnStatus HTTP statuses to retry, such as 429, 5xx or 500-504. Other statuses are not retried. But a policy that inherits this list retries exceptions that its own retry-on names, whatever the status.
 * @param retryOnGrpcStatus gRPC statuses to retry, such as UNAVAILABLE. Other statuses are not retried. But a policy that inherits this list retries exceptions that its own retry-on names, whatever the status.
 * @param throttledDelay Base delay after throttling, in place of delay; 0 to use delay.
 * @param retryAfterSpread Largest share, 0 to 1, by which a Retry-After delay is extended at random; 0 for none.
 * @param retryOnResult SpEL condition over #result; if it is true, the call is retried.
 * @param honorRetryAfter Whether the Retry-After of a callee lengthens the delay.
 * @param budget Name of the retry budget, under backoff.budgets, or none. By default, the policy has its own budget.
 * @param pace Whether attempts are paced to the rate that a throttling callee allows.
 * @param paceShare Share of throttled attempts in the last second, 0 to 1, at which pacing begins.
 */
public record PolicyProperties(
        @Nullable Boolean enabled,
        @Nullable Preset preset,
        @Name("extends") @Nullable String extendsPolicy,
        @Nullable Strategy strategy,
        @Nullable Duration delay,
        @Nullable Double multiplier,
        @Nullable Duration increment,
        @Nullable Double exponent,
        @Nullable Integer ceiling,
        @Nullable List<Duration> delays,
        @Nullable Duration maxDelay,
        @Nullable Cap cap,
        @Nullable JitterKind jitter,
        @Nullable Double jitterFactor,
        @Nullable Duration jitterAmount,
        @Nullable Duration granularity,
        @Nullable Boolean waitFirst,
        @Nullable Integer maxAttempts,
        @Nullable Integer maxRetries,
        @Nullable Duration maxElapsed,
        @Nullable Duration attemptTimeout,
        @Nullable Boolean retryAfterFirstElement,
        @Nullable List<FailureName> retryOn,
        @Nullable List<FailureName> abortOn,
        @Nullable List<String> retryOnStatus,
        @Nullable List<String> retryOnGrpcStatus,
        @Nullable Duration throttledDelay,
        @Nullable Double retryAfterSpread,
        @Nullable String retryOnResult,
        @Nullable Boolean honorRetryAfter,
        @Nullable String budget,
        @Nullable PaceMode pace,
        @Nullable Double paceShare) {

    /** The built-in defaults of a policy. */
    public static final PolicyProperties BUILT_IN = new PolicyProperties(
            true, // enabled
            null, // preset
            null, // extends
            Strategy.EXPONENTIAL,
            Duration.ofMillis(200), // delay
            2.0, // multiplier
            Duration.ofMillis(200), // increment
            2.0, // exponent
            10, // ceiling
            List.of(), // delays
            Duration.ofSeconds(10), // max-delay
            Cap.WINDOW,
            JitterKind.FULL,
            0.5, // jitter-factor
            Duration.ofSeconds(1), // jitter-amount
            Duration.ZERO, // granularity
            false, // wait-first
            3, // max-attempts
            null, // max-retries
            Duration.ofSeconds(30), // max-elapsed
            Duration.ZERO, // attempt-timeout
            false, // retry-after-first-element
            List.of(new FailureName.OfType(Exception.class)),
            List.of(new FailureName.OfGroup(FailureGroup.PERMANENT)),
            List.of("408", "425", "429", "500", "502", "503", "504"),
            List.of("UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED"),
            Duration.ofSeconds(1), // throttled-delay
            0.5, // retry-after-spread
            "", // retry-on-result
            true, // honor-retry-after
            null, // budget
            PaceMode.OFF,
            0.05); // pace-share
}
