package io.backoff.redelivery.call;

import io.backoff.text.CauseChain;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/**
 * Describes a failure to read JSON. The description contains only the class of the failure and its position in the
 * JSON. The message of the failure, and the names in its path, may quote stored arguments, which may be confidential.
 */
final class ReadFailure {

    private ReadFailure() {}

    /** Finds the failure of Jackson in the chain of causes; {@code null} if there is none. */
    static @Nullable JacksonException ofJackson(Throwable failure) {
        return CauseChain.first(failure, cause -> cause instanceof JacksonException found ? found : null);
    }

    /** Describes a failure without its message. */
    static String withoutMessage(Throwable failure) {
        String name = failure.getClass().getName();
        TokenStreamLocation place = failure instanceof JacksonException found ? found.getLocation() : null;
        return place == null ? name : name + " at line " + place.getLineNr() + ", column " + place.getColumnNr();
    }
}
