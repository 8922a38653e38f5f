package io.backoff.result;

import org.jspecify.annotations.Nullable;

/** The beginning of a call. */
@FunctionalInterface
public interface Start {

    /**
     * Begins a call.
     *
     * @return a result of the kind that the method returns
     * @throws Throwable the failure of the call
     */
    @Nullable
    Object start(Caller caller) throws Throwable;

    /**
     * Whether this library makes the call instead of only observing it. If so, the call knows the principal of its
     * subscriber, and a subscriber's onErrorContinue does not affect its failures.
     */
    default boolean owned() {
        return false;
    }

    /**
     * Whether {@link #start} may block, for example on a database. If so, it does not run on threads that must not
     * block.
     */
    default boolean blocks() {
        return false;
    }
}
