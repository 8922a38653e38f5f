package io.backoff.engine;

import java.util.concurrent.TimeoutException;

/**
 * The failure of a call that ended without an attempt, because its callee throttles and its turn would have come too
 * late: after {@code max-elapsed}, or after the time that its caller waits.
 *
 * <p>Policies with {@code pace: adaptive} throw it. A call that had an attempt ends with the failure of that.
 */
public final class PacedException extends TimeoutException {

    private static final long serialVersionUID = 1L;

    public PacedException(String message) {
        super(message);
    }
}
