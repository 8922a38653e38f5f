package io.backoff.redelivery.call;

import io.backoff.text.FailureText;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Thrown if the data of a row is not a stored call. Failures of the database are not wrapped. */
public final class UnreadableCall extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final int LONGEST = 300;

    public UnreadableCall(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Reads data, and translates failures to this exception. */
    public static <T> T unless(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RuntimeException | LinkageError failure) {
            throw new UnreadableCall(FailureText.of(failure, LONGEST), failure);
        }
    }
}
