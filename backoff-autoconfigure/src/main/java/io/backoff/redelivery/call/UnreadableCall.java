package io.backoff.redelivery.call;

import io.backoff.text.FailureText;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Says that the data of a row is not a stored call. A database that fails is something else. */
public final class UnreadableCall extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final int LONGEST = 300;

    UnreadableCall(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** What there is to read. */
    public static <T> T unless(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RuntimeException | LinkageError failure) {
            throw new UnreadableCall(FailureText.of(failure, LONGEST), failure);
        }
    }
}
