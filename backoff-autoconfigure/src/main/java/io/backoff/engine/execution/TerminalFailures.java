package io.backoff.engine.execution;

import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failures that calls in one layer have ended with for good. Kept here and not on the exceptions: the same instance
 * may be thrown again by a later call, which has a right to its retries.
 */
public final class TerminalFailures {

    /** No call has ended for good. */
    public static final TerminalFailures NONE = new TerminalFailures(List.of());

    // A layer waits for few calls at a time, but may make many one after the other.
    private static final int MAX = 16;

    private final List<Settled> failures;

    private TerminalFailures(List<Settled> failures) {
        this.failures = failures;
    }

    /** These failures and one more; of many, the latest. */
    public TerminalFailures and(Throwable failure, StopReason reason) {
        List<Settled> all = new ArrayList<>(failures);
        if (all.size() == MAX) {
            all.remove(0);
        }
        all.add(new Settled(failure, reason));
        return new TerminalFailures(all);
    }

    /** Why a call ended with this failure or one of its causes; {@code null} if none did. */
    public @Nullable StopReason reason(Throwable failure) {
        return failures.isEmpty() ? null : CauseChain.first(failure, this::reasonOf);
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
