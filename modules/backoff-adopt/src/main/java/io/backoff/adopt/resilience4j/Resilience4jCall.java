package io.backoff.adopt.resilience4j;

import io.backoff.adopt.LibraryCall;
import io.backoff.engine.execution.AdoptedExecution;

/** A call of Resilience4j, which is ended by a negative interval. */
enum Resilience4jCall implements LibraryCall {

    /** The only instance: a call has no state. */
    INSTANCE;

    @Override
    public void prepare(AdoptedExecution call) {
        // The library asks for no interval after the last attempt.
        DeniedFailure.clear();
    }

    @Override
    public void end(Throwable failure) {
        DeniedFailure.set(failure);
    }

    @Override
    public void over() {
        DeniedFailure.clear();
    }

    /**
     * Forgets the failure of a nested call whose last attempt was denied, after which the library asks for no interval.
     */
    @Override
    public void goOn() {
        DeniedFailure.clear();
    }
}
