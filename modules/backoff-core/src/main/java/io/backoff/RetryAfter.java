package io.backoff;

import java.time.Duration;

/**
 * An exception that carries a Retry-After delay: the time to wait before the next attempt.
 *
 * <p>The call waits for the longer of this delay and the policy's delay. To spread callers, this delay is first
 * extended at random, by up to {@code retry-after-spread} of itself. If it exceeds the remaining {@code max-elapsed},
 * the call ends immediately. Policies with {@code honor-retry-after: false} ignore it.
 */
public interface RetryAfter {

    /** {@return the minimum delay before the next attempt; zero or less for none} */
    Duration retryAfter();
}
