package io.backoff.engine;

import io.backoff.Internal;
import io.backoff.policy.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The scope that a guarded call runs in: an attempt of an enclosing call, or a request of a remote caller. Nested
 * scopes share what keeps them from multiplying their attempts.
 */
@Internal
public interface RetryScope {

    /** Whether this scope is itself part of a retry, so that a call in it should not retry. */
    boolean isRetrying();

    /**
     * The retry that this scope is part of, made by the innermost call past its first attempt, or else by the remote
     * caller; empty if all are in their first attempts.
     */
    default Optional<RetryInfo> retry() {
        return Optional.empty();
    }

    /** The time left for what is done in this scope; {@code null} if it is unbounded. */
    default @Nullable TimeLeft timeLeft() {
        return null;
    }

    /**
     * Records that a call in this scope ended for good, for a reason that no other scope can change: its attempts, time
     * or budget are used up, or the callee asked not to be called again.
     */
    void markTerminal(Throwable failure, StopReason reason);

    /** Why a call in this scope ended for good with this failure or one of its causes; {@code null} if none did. */
    @Nullable
    StopReason terminalReason(Throwable failure);
}
