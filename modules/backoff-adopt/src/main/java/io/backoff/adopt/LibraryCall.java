package io.backoff.adopt;

import io.backoff.engine.execution.AdoptedExecution;

/**
 * The library's own state of one call. Created around the library's advice, then used inside it, by one thread at a
 * time.
 */
public interface LibraryCall {

    /** The call of a library that cannot end calls early. */
    LibraryCall NONE = new LibraryCall() {};

    /** Prepares the decision on an attempt. The library may know of attempts that earlier calls have made. */
    default void prepare(AdoptedExecution call) {}

    /**
     * Ends the call, so that no further delays pass. Called on the thread that passes the failure to the library.
     *
     * @param failure the failure that the attempt ends with
     */
    default void end(Throwable failure) {}

    /** Discards the state of the ended call. Called on the thread that has ended it. */
    default void over() {}

    /**
     * Continues the call after a failed attempt, even if a nested call on this thread was ended. Called on the same
     * thread as {@link #end}, and instead of it.
     */
    default void goOn() {}
}
