package io.backoff.reactor;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Arbitrates between an upstream signal and a concurrent cancellation: the first to claim the call decides how it
 * continues, so that the call has one outcome. No thread blocks.
 */
final class CallState extends AtomicReference<CallState.State> {

    private static final long serialVersionUID = 1L;

    CallState() {
        super(State.FREE);
    }

    /** Claims the call. Returns {@code false} if it is already claimed or has ended. */
    boolean claim() {
        return compareAndSet(State.FREE, State.CLAIMED);
    }

    /**
     * Releases the claim, so that the call continues. Returns {@code false} if the call was cancelled while it was
     * claimed.
     */
    boolean release() {
        return compareAndSet(State.CLAIMED, State.FREE);
    }

    /** Ends the call. Returns {@code true} if it was cancelled while it was claimed. */
    boolean end() {
        return getAndSet(State.OVER) == State.CANCELLED;
    }

    boolean isOver() {
        return get() == State.OVER;
    }

    /**
     * Cancels the call. Returns {@code false} if it has already ended, or if another thread has claimed it and will end
     * it.
     */
    boolean cancel() {
        State before = getAndUpdate(CallState::cancelled);
        return before == State.FREE;
    }

    private static State cancelled(State before) {
        return before == State.CLAIMED ? State.CANCELLED : before == State.FREE ? State.OVER : before;
    }

    enum State {
        FREE,
        CLAIMED,
        CANCELLED,
        OVER
    }
}
