package io.backoff.engine;

import io.backoff.Internal;
import java.util.concurrent.TimeoutException;

/**
 * The cause of a failure of an attempt that was cut because the time of its scope was over, where a client library
 * throws an exception of its own.
 */
@Internal
public final class DeadlineReachedException extends TimeoutException {

    private static final long serialVersionUID = 1L;

    public DeadlineReachedException(String message) {
        super(message);
    }
}
