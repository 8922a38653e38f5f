package io.backoff.adopt;

import io.backoff.engine.execution.AdoptedExecution;

/**
 * One call as the library itself keeps it. Created around the library's advice, then used inside of it, by one thread
 * at a time.
 */
public interface LibraryCall {

    /** A call of a library that offers nothing. */
    LibraryCall NONE = new LibraryCall() {};

    /** Prepares an attempt, before it is decided on. The library may know of attempts that earlier calls have made. */
    default void prepare(AdoptedExecution call) {}

    /**
     * Ends the call, so that no further delays pass. Called on the thread that passes the failure to the library.
     *
     * @param failure the failure that the attempt ends with
     */
    default void end(Throwable failure) {}

    /** Forgets the call, which is over. Called on the thread that has ended it. */
    default void over() {}

    /** Goes on after a failed attempt, however calls inside the attempt have ended. Called on the same thread. */
    default void goOn() {}
}
