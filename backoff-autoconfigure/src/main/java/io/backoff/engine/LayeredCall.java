package io.backoff.engine;

import io.backoff.policy.StopReason;
import org.jspecify.annotations.Nullable;

/** What a call has to do with the layer that it is made in, and with the calls that are made in it. */
abstract class LayeredCall implements Layer {

    private final @Nullable Layer outer;
    private final boolean stopped;
    private volatile @Nullable SettledFailures settled;

    /**
     * A call within a layer.
     *
     * @param outer the layer around it; {@code null} when there is none, or none that matters
     */
    LayeredCall(@Nullable Layer outer) {
        this.outer = outer;
        this.stopped = outer != null && outer.isRetrying();
    }

    /** Whether the call makes one attempt only, because the layer around it is retrying. */
    final boolean isStopped() {
        return stopped;
    }

    /**
     * Tells the layer around that it need not try again. Not when this call was limited to one attempt: then it has used
     * up nothing, and the layer that retries goes on.
     *
     * @param permanent whether the callee said that a retry is pointless
     */
    final void tellOuter(@Nullable Throwable failure, StopReason stop, boolean permanent) {
        boolean nothingLeft =
                switch (stop) {
                    case EXHAUSTED -> !stopped;
                    case ELAPSED, BUDGET_DENIED, OVERLOADED -> true;
                    case NOT_RETRYABLE -> permanent || failure != null && whySettled(failure) != null;
                    case ABORTED -> false;
                };
        if (outer != null && failure != null && nothingLeft) {
            outer.settled(failure, stop);
        }
    }

    @Override
    public final void settled(Throwable failure, StopReason reason) {
        SettledFailures known = settled;
        if (known == null) {
            synchronized (this) {
                known = settled == null ? new SettledFailures() : settled;
                settled = known;
            }
        }
        known.add(failure, reason);
    }

    /** Told not to retry stays that; for any other end further in, there is just nothing more to try. */
    @Override
    public final @Nullable StopReason whySettled(Throwable failure) {
        SettledFailures known = settled;
        StopReason reason = known == null ? null : known.why(failure);
        return reason == null || reason == StopReason.OVERLOADED ? reason : StopReason.NOT_RETRYABLE;
    }

    /** The next attempt starts anew. */
    final void forgetSettled() {
        SettledFailures known = settled;
        if (known != null) {
            known.clear();
        }
    }
}
