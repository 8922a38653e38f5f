package io.backoff.engine;

import io.backoff.Internal;
import io.backoff.policy.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a guarded call is made in: an attempt of another call, or a request of a remote caller. Layers tell one another
 * what keeps them from multiplying their attempts.
 */
@Internal
public interface RetryScope {

    /** Whether this layer is itself making a retry, so that a call in it should not. */
    boolean isRetrying();

    /**
     * What makes whatever is done in this layer a repetition: the retry of the innermost call that is past its first
     * attempt, or else of the remote caller; empty when all are in their first attempts.
     */
    default Optional<RetryInfo> retry() {
        return Optional.empty();
    }

    /**
     * A call in this layer has ended for a reason that no other layer can do anything about: its attempts, its time or
     * its budget are used up, or the callee said that it must not be asked again.
     */
    void markTerminal(Throwable failure, StopReason reason);

    /** Why a call in this layer ended with this failure, or one that it was caused by; {@code null} if none did. */
    @Nullable
    StopReason terminalReason(Throwable failure);
}
