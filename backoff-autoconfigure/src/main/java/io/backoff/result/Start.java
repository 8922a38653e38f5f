package io.backoff.result;

import org.jspecify.annotations.Nullable;

/** The beginning of a call. */
@FunctionalInterface
public interface Start {

    /**
     * Begins a call.
     *
     * @return a result of the same kind
     * @throws Throwable the failure of the call
     */
    @Nullable
    Object start(Caller caller) throws Throwable;

    /**
     * Whether the library makes the call, rather than only observing it. The call then knows the principal of its
     * subscriber, and its failures are not skipped by a subscriber that skips failures.
     */
    default boolean owned() {
        return false;
    }

    /** Whether beginning may block on something outside this process. Threads that must not block do not wait. */
    default boolean blocks() {
        return false;
    }
}
