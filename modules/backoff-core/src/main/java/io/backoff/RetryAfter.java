package io.backoff;

import java.time.Duration;

/**
 * An exception that carries a Retry-After delay: the time to wait before the next attempt.
 *
 * <pre>{@code
 * class ProviderBusyException extends RuntimeException implements RetryAfter {
 *
 *     @Override
 *     public Duration retryAfter() {
 *         return Duration.ofSeconds(5);
 *     }
 * }
 * }</pre>
 *
 * <p>The call waits for the longer of this delay and the policy's delay. To spread callers, this delay is first
 * extended at random; {@code retry-after-spread} sets the longest extension as a share of the delay. If this delay
 * exceeds the remaining {@code max-elapsed}, the call ends immediately. Policies with {@code honor-retry-after: false}
 * ignore this delay.
 *
 * @since 0.1.0
 */
public interface RetryAfter {

    /** {@return the minimum delay before the next attempt; zero or less for none} */
    Duration retryAfter();
}
