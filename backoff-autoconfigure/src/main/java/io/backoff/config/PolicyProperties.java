package io.backoff.config;

import io.backoff.classify.FailureGroup;
import io.backoff.delay.Cap;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The properties that one policy sets itself; {@code null} means not set.
 *
 * @param enabled Whether calls are retried; if false, every call makes one attempt.
 * @param preset Well-known system whose delays and limits the policy takes over; fields that it sets itself win.
 * @param extendsPolicy Policy to inherit from.
 * @param strategy How the delay grows from one retry to the next.
 * @param delay First delay; the slot time for binary-exponential.
 * @param multiplier Growth factor of the exponential strategy, 1 or more.
 * @param increment Growth per retry of the linear strategy.
 * @param exponent Power of the polynomial strategy.
 * @param ceiling Last retry at which the window of binary-exponential doubles.
 * @param delays Delays of the list strategy, in order; the last one repeats.
 * @param maxDelay Longest delay; not applied to the list strategy.
 * @param cap How max-delay bounds a delay with jitter.
 * @param jitter Random part of the delay.
 * @param jitterFactor Largest share of the delay that proportional jitter adds or subtracts, 0 to 1.
 * @param jitterAmount Exclusive upper bound of what additive jitter adds.
 * @param granularity Granularity of delays, which are drawn as whole multiples of it; 0 for none.
 * @param waitFirst Whether to wait before attempt 1 too, as polling does.
 * @param maxAttempts Attempts in all, the first call included: 3 is one call and at most two retries. 0 is unlimited.
 * @param maxRetries Retries after the first call, in place of max-attempts: 2 is the same as max-attempts 3. 0 is none.
 * @param maxElapsed Longest time for the whole call, the first attempt included; 0 for none.
 * @param attemptTimeout Longest time for one attempt of an asynchronous or reactive method; 0 for none.
 * @param retryAfterFirstElement Whether a Flux that failed after its first element is subscribed to again.
 * @param retryOn Exceptions that are retried, causes included: class names, or the groups transient and permanent.
 * @param abortOn Exceptions that are not retried, causes included: class names, or the groups transient and permanent. Stronger than retry-on, but a class in retry-on is stronger than a group here.
 * @param retryOnStatus HTTP statuses that are retried, among the failures of retry-on: 429, 5xx or 500-504. A class that retry-on names is retried whatever its status, unless this list is in the same policy or nearer to the call.
 * @param retryOnGrpcStatus gRPC statuses that are retried, among the failures of retry-on, such as UNAVAILABLE. A class that retry-on names is retried whatever its status, unless this list is in the same policy or nearer to the call.
 * @param throttledDelay Takes the place of delay after a failure that asks to slow down; 0 for the same delay.
 * @param retryAfterSpread Largest share, 0 to 1, by which a Retry-After is extended at random; 0 for none.
 * @param retryOnResult SpEL condition over #result that calls for a retry.
 * @param honorRetryAfter Whether the Retry-After of a callee lengthens the delay.
 * @param budget Retry budget to draw from: a name under backoff.budgets, or none. By default the policy's own.
 * @param pace Whether attempts find the rate that a throttling callee allows.
 * @param paceShare Share, 0 to 1, of the last second's attempts that starts pacing if they were throttled.
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
