package io.backoff.redelivery.call;

import io.backoff.text.CauseChain;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/**
 * Describes failures to read JSON by their class and place. Their messages, and the names in their paths, may quote
 * stored arguments, which may be confidential.
 */
final class ReadFailure {

    private ReadFailure() {}

    /** Finds the failure of Jackson in the chain of causes; {@code null} if there is none. */
    static @Nullable JacksonException ofJackson(Throwable failure) {
        return CauseChain.first(failure, each -> each instanceof JacksonException found ? found : null);
    }

    /** Describes a failure without its message. */
    static String withoutMessage(Throwable failure) {
        String name = failure.getClass().getName();
        TokenStreamLocation place = failure instanceof JacksonException found ? found.getLocation() : null;
        return place == null ? name : name + " at line " + place.getLineNr() + ", column " + place.getColumnNr();
    }
}
