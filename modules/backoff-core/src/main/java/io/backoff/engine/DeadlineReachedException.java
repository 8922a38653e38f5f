package io.backoff.engine;

import io.backoff.Internal;
import java.util.concurrent.TimeoutException;

/**
 * The cause of a client library's exception for a request that the library ended at the deadline of the
 * {@link RetryScope}.
 */
@Internal
public final class DeadlineReachedException extends TimeoutException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message describes the deadline
     */
    public DeadlineReachedException(String message) {
        super(message);
    }
}
