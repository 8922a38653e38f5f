package io.backoff.classify;

import io.backoff.Internal;
import java.util.List;
import java.util.Set;

/**
 * Recognizes failures of cancelled work. The exception of Kotlin's {@code withTimeout} is not a cancellation, although
 * it extends {@code CancellationException}: the code that calls {@code withTimeout} has set the time limit itself, and
 * its caller still waits for a result.
 */
@Internal
public final class Cancellation {

    private static final FailureTypes TYPES = new FailureTypes(
            List.of("java.util.concurrent.CancellationException"),
            Set.of("kotlinx.coroutines.TimeoutCancellationException"));

    private Cancellation() {}

    /**
     * Whether the failure, regardless of its causes, is a cancellation.
     *
     * @param failure the failure
     * @return whether it is a cancellation
     */
    public static boolean is(Throwable failure) {
        return TYPES.test(failure);
    }
}
