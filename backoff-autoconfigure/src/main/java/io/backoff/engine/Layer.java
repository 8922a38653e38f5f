package io.backoff.engine;

import io.backoff.policy.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a guarded call is made in: an attempt of another call, or a request of a remote caller. Layers tell one another
 * what keeps them from multiplying their attempts.
 */
public interface Layer {

    /** Whether this layer is itself making a retry, so that a call in it should not. */
    boolean isRetrying();

    /**
     * The attempt of this process that makes what happens in this layer a repetition: of the innermost call that is past
     * its first attempt; empty when all are in their first, and for requests of remote callers.
     */
    default Optional<CurrentAttempt> retry() {
        return Optional.empty();
    }

    /**
     * A call in this layer has ended for a reason that no other layer can do anything about: its attempts, its time or
     * its budget are used up, or the callee said that it must not be asked again.
     */
    void settled(Throwable failure, StopReason reason);

    /** Why a call in this layer ended with this failure, or one that it was caused by; {@code null} if none did. */
    @Nullable
    StopReason whySettled(Throwable failure);
}
