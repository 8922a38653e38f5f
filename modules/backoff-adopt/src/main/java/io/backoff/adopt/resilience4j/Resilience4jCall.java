package io.backoff.adopt.resilience4j;

import io.backoff.adopt.LibraryCall;
import io.backoff.engine.execution.AdoptedExecution;

/** A call of Resilience4j, which a negative interval ends. */
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

    /** A nested call may have been denied its last attempt, after which the library asks for no interval. */
    @Override
    public void goOn() {
        DeniedFailure.clear();
    }
}
