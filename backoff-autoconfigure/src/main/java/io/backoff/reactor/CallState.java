package io.backoff.reactor;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Who may ask the call what to do: what comes from upstream, or a cancellation, which may come at the same time from
 * another thread. Whichever is first; never both, so that a call has one outcome. Nobody waits.
 */
final class CallState extends AtomicReference<CallState.State> {

    private static final long serialVersionUID = 1L;

    CallState() {
        super(State.FREE);
    }

    /** Takes the turn to decide; {@code false} when the call is over. */
    boolean take() {
        return compareAndSet(State.FREE, State.TAKEN);
    }

    /** Gives the turn back, because the call goes on; {@code false} if a cancellation came in between. */
    boolean giveBack() {
        return compareAndSet(State.TAKEN, State.FREE);
    }

    /** The call is over. */
    void end() {
        set(State.OVER);
    }

    /** Ends the call, unless it is over; {@code false} also while somebody else decides, who then has to do it. */
    boolean cancel() {
        State before = getAndUpdate(CallState::cancelled);
        return before == State.FREE;
    }

    private static State cancelled(State before) {
        return before == State.TAKEN ? State.CANCELLED : before == State.FREE ? State.OVER : before;
    }

    enum State {
        FREE,
        TAKEN,
        CANCELLED,
        OVER
    }
}
