package io.backoff.grpc.client;

import io.backoff.engine.DeadlineReachedException;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.text.DurationText;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The deadline that a {@link RetryScope} sets for an outgoing call.
 *
 * @param value the deadline
 * @param left the remaining time at the start of the call
 */
record ScopeDeadline(Deadline value, Duration left) {

    /**
     * Returns the deadline for a call; {@code null} if the scope has no deadline, or if the application has set an
     * earlier one.
     */
    static @Nullable ScopeDeadline of(RetryScope scope, CallOptions options) {
        TimeLeft left = scope.timeLeft();
        if (left == null) {
            return null;
        }
        // TimeUnit.convert saturates, unlike Duration.toNanos.
        Deadline end = Deadline.after(TimeUnit.NANOSECONDS.convert(left.duration()), TimeUnit.NANOSECONDS);
        boolean first = isBefore(end, options.getDeadline())
                && isBefore(end, Context.current().getDeadline());
        return first ? new ScopeDeadline(end, left.duration()) : null;
    }

    private static boolean isBefore(Deadline one, @Nullable Deadline other) {
        return other == null || one.isBefore(other);
    }

    /** Returns the status of the call; if this deadline has ended the call, the status has a timeout as its cause. */
    Status explain(Status status) {
        boolean cut = status.getCode() == Status.Code.DEADLINE_EXCEEDED && value.isExpired();
        return cut && status.getCause() == null ? status.withCause(reached()) : status;
    }

    private DeadlineReachedException reached() {
        return new DeadlineReachedException(
                "No response within the remaining time of the call, " + DurationText.rounded(left));
    }
}
