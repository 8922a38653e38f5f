package io.backoff.benchmarks.soak;

import java.util.concurrent.atomic.AtomicReference;

/** Interrupts of one thread, at most one per call, so that each can be accounted for. */
final class Interrupts {

    private final Thread thread;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

    Interrupts(Thread thread) {
        this.thread = thread;
    }

    /** Marks the start of a call that may be interrupted. */
    void begin() {
        state.set(State.CALLING);
    }

    /**
     * Interrupts the thread if it is in a call that has not been interrupted yet.
     *
     * @return whether the thread was interrupted
     */
    boolean send() {
        if (!state.compareAndSet(State.CALLING, State.SENDING)) {
            return false;
        }
        thread.interrupt();
        state.set(State.SENT);
        return true;
    }

    /**
     * Marks the end of the call.
     *
     * @return whether the thread was interrupted since the start
     */
    boolean end() {
        if (state.compareAndSet(State.CALLING, State.IDLE)) {
            return false;
        }
        while (state.get() != State.SENT) {
            Thread.onSpinWait();
        }
        state.set(State.IDLE);
        return true;
    }

    private enum State {
        IDLE,
        CALLING,
        SENDING,
        SENT
    }
}
