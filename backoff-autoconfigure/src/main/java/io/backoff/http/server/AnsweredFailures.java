package io.backoff.http.server;

import io.backoff.engine.TimeSource;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs failures of handlers that are answered here: neither Spring nor the server sees them any more. In an outage every
 * request is one of them, so that one a second is a warning, and the others are logged at debug level.
 */
final class AnsweredFailures {

    private static final Log logger = LogFactory.getLog(AnsweredFailures.class);
    private static final long PAUSE = 1_000_000_000;

    private final TimeSource time;
    private final AtomicLong next;

    AnsweredFailures(TimeSource time) {
        this.time = time;
        this.next = new AtomicLong(time.nanoTime());
    }

    /** A call in the request ended for good. */
    void settled(Throwable failure) {
        long now = time.nanoTime();
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + PAUSE)) {
            logger.warn("A request is answered with 503 and 'do not retry', as a call in it ended for good", failure);
        } else {
            overloaded(failure);
        }
    }

    /** The application rejected the request, of which it knows. */
    void overloaded(Throwable failure) {
        logger.debug("A request is answered with 503", failure);
    }
}
