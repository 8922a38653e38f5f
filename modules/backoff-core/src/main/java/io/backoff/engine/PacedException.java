package io.backoff.engine;

import java.util.concurrent.TimeoutException;

/**
 * The failure of a call that ended before its first attempt. The callee throttles, so attempts have to wait for their
 * turn, and the turn of the first attempt would have come after the deadline of the call.
 *
 * <p>Thrown under policies with {@code pace: adaptive}. A call that has already made an attempt ends with the failure
 * of its last attempt instead.
 *
 * @since 0.1.0
 */
public final class PacedException extends TimeoutException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message describes the pace and the deadline
     */
    public PacedException(String message) {
        super(message);
    }
}
