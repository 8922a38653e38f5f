package io.backoff.adopt;

import io.backoff.engine.execution.AdoptedExecution;

/**
 * A retry library's own state of one call. It is created outside the library's advice and used inside it, by one thread
 * at a time.
 */
public interface LibraryCall {

    /** The call of a library that cannot end calls early. */
    LibraryCall NONE = new LibraryCall() {};

    /**
     * Prepares the decision on an attempt. For example, an implementation may report the attempts of earlier calls that
     * this call continues.
     */
    default void prepare(AdoptedExecution call) {}

    /**
     * Ends the call, so that its caller waits for no further delay. Called on the thread that passes the failure to the
     * library.
     *
     * @param failure the failure that the attempt ends with
     */
    default void end(Throwable failure) {}

    /** Discards the state of the ended call. Called on the thread that has ended it. */
    default void over() {}

    /**
     * Marks the call as still running after a failed attempt, so that the end of a nested call on this thread does not
     * end this call too. Called instead of {@link #end}, on the same thread.
     */
    default void goOn() {}
}
