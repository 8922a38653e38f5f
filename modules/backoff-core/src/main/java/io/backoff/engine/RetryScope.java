package io.backoff.engine;

import io.backoff.Internal;
import io.backoff.pace.Lane;
import io.backoff.policy.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The scope in which a guarded call runs: an attempt of an enclosing call, or a request from a remote caller. A scope
 * tells nested calls whether an outer call is retrying, and records which nested calls have failed for good, so that
 * attempts do not multiply.
 */
@Internal
public interface RetryScope {

    /**
     * {@return the scope of the call, if this is the scope of one of its attempts; otherwise this scope} The result is
     * the same for all attempts of a call.
     */
    default RetryScope ofCall() {
        return this;
    }

    /**
     * {@return whether an enclosing call or a remote caller is retrying; if so, calls in this scope should not retry}
     */
    boolean isRetrying();

    /**
     * {@return the retry in progress: the retry of the innermost enclosing call that is past its first attempt,
     * otherwise the retry of the remote caller; empty if there is neither}
     */
    default Optional<RetryInfo> retry() {
        return Optional.empty();
    }

    /** {@return the remaining time for calls in this scope; {@code null} if unbounded} */
    default @Nullable TimeLeft timeLeft() {
        return null;
    }

    /**
     * Records that a call in this scope has reported a throttled attempt to its lane, so that enclosing calls with the
     * same lane do not report the failure again.
     *
     * @param lane the lane of the call
     * @param failure the failure of the attempt
     */
    default void markThrottled(Lane lane, Throwable failure) {}

    /**
     * Records that a call in this scope has failed for good: its attempts, time or budget are used up, or the callee
     * forbids a retry.
     *
     * @param failure the failure
     * @param reason the reason
     */
    void markTerminal(Throwable failure, StopReason reason);

    /**
     * {@return the reason why a call in this scope has failed for good with this failure or one of its causes;
     * {@code null} if no call has}
     *
     * @param failure the failure
     */
    @Nullable
    StopReason terminalReason(Throwable failure);
}
