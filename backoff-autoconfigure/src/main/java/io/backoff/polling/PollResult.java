package io.backoff.polling;

import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run of a polled method: whether it found work. Only found work restarts the delays of the policy.
 * {@link #tag()} is the value of the meter tag {@code result}.
 */
enum PollResult {
    FOUND("found"),
    IDLE("idle"),
    FAILED("failed");

    private final String tag;

    PollResult(String tag) {
        this.tag = tag;
    }

    /** Returns the result of a run, given the return value of the method. */
    static PollResult of(@Nullable Object returned) {
        boolean found = Boolean.TRUE.equals(returned)
                || returned instanceof Optional<?> some && some.isPresent()
                || returned instanceof Collection<?> many && !many.isEmpty();
        return found ? FOUND : IDLE;
    }

    String tag() {
        return tag;
    }
}
