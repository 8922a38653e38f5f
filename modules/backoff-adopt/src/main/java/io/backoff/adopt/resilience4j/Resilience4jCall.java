package io.backoff.adopt.resilience4j;

import io.backoff.adopt.LibraryCall;

/** A call that Resilience4j retries. To end it, {@link EndingInterval} returns a negative interval. */
enum Resilience4jCall implements LibraryCall {

    /** The only instance: a call has no state. */
    INSTANCE;

    @Override
    public void end(Throwable failure) {
        DeniedFailure.set(failure);
    }

    @Override
    public void over() {
        DeniedFailure.clear();
    }

    /**
     * Forgets the failure that a nested call may have left on this thread. A failure is normally forgotten when the
     * library asks for the next interval, but the library does not ask after the last attempt of a call.
     */
    @Override
    public void goOn() {
        DeniedFailure.clear();
    }
}
