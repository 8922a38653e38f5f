package io.backoff.budget;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the times of the first and the latest denial since a budget's bucket last paid for a retry. If two denials
 * race, either time may be recorded.
 */
final class DenialTracker {

    private volatile @Nullable Span span;

    void denied(long now) {
        Span known = span;
        span = new Span(known == null ? now : known.first, now);
    }

    /** Records that the bucket pays for retries again. */
    void end() {
        if (span != null) {
            span = null;
        }
    }

    Optional<BudgetExhaustion> exhaustion(long now) {
        Span known = span;
        return known == null
                ? Optional.empty()
                : Optional.of(
                        new BudgetExhaustion(Duration.ofNanos(now - known.first), Duration.ofNanos(now - known.last)));
    }

    private record Span(long first, long last) {}
}
