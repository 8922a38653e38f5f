package io.backoff.engine;

import io.backoff.policy.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What follows an attempt that did not succeed.
 *
 * @param delay pause before the next attempt; zero when none follows
 * @param stop why none follows; {@code null} when one does
 */
public record Decision(Duration delay, @Nullable StopReason stop) {

    static Decision again(Duration delay) {
        return new Decision(delay, null);
    }

    static Decision stop(StopReason reason) {
        return new Decision(Duration.ZERO, reason);
    }

    /** Whether another attempt follows. */
    public boolean retry() {
        return stop == null;
    }
}
