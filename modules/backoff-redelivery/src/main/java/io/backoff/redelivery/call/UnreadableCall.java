package io.backoff.redelivery.call;

import io.backoff.text.FailureText;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Thrown if the data of a row is not a stored call. Failures of the database are not wrapped. */
public final class UnreadableCall extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final int LONGEST = 300;

    public UnreadableCall(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Reads data, and translates failures to this exception, which does not quote malformed data. */
    public static <T> T unless(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RuntimeException | LinkageError failure) {
            JacksonException malformed = ReadFailure.ofJackson(failure);
            // If the data is malformed, the cause is left out: the log would show its message, which may quote stored
            // arguments.
            throw malformed == null
                    ? new UnreadableCall(FailureText.of(failure, LONGEST), failure)
                    : new UnreadableCall(ReadFailure.withoutMessage(malformed), null);
        }
    }
}
