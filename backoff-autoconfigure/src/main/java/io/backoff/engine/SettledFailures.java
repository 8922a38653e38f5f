package io.backoff.engine;

import io.backoff.policy.Causes;
import io.backoff.policy.StopReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failures that calls in one layer have ended with for good. Kept here and not on the exceptions: the same instance
 * may be thrown again by a later call, which has a right to its retries.
 */
public final class SettledFailures {

    // A layer waits for few calls at a time, but may make many one after the other.
    private static final int MAX = 16;

    private final List<Settled> failures = new ArrayList<>(1);

    /** Remembers the failure; of many, the latest. */
    public synchronized void add(Throwable failure, StopReason reason) {
        if (failures.size() == MAX) {
            failures.remove(0);
        }
        failures.add(new Settled(failure, reason));
    }

    /** Why a call ended with this failure or one of its causes; {@code null} if none did. */
    public synchronized @Nullable StopReason why(Throwable failure) {
        return failures.isEmpty() ? null : Causes.first(failure, this::reasonOf);
    }

    private @Nullable StopReason reasonOf(Throwable failure) {
        for (int i = failures.size() - 1; i >= 0; i--) {
            if (failures.get(i).failure == failure) {
                return failures.get(i).reason;
            }
        }
        return null;
    }

    private record Settled(Throwable failure, StopReason reason) {}
}
