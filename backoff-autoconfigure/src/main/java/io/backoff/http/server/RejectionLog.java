package io.backoff.http.server;

import io.backoff.autoconfigure.WarningLimit;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.CallMessage;
import io.backoff.text.FailureText;
import io.backoff.text.StackTraceText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Logs failures of handlers that are answered here: neither Spring nor the server sees them any more. In an outage every
 * request is one of them, so that one a minute of each class is a warning, with its stack, and the others are logged at
 * debug level. An exception may throw when it is looked at, so that the log never gets it itself.
 */
final class RejectionLog {

    private static final Logger logger = SpringLogger.of(RejectionLog.class);
    private static final int LONGEST_FAILURE = 300;

    private final TimeSource time;
    private final WarningLimit limit = new WarningLimit(Duration.ofMinutes(1));

    RejectionLog(TimeSource time) {
        this.time = time;
    }

    /** A call in the request ended for good. */
    void rejected(Throwable failure) {
        String leftOut = CallMessage.REQUEST_REJECTED.isLoggable(logger)
                ? limit.enter(failure.getClass().getName(), time.nanoTime())
                : null;
        if (leftOut != null) {
            CallMessage.REQUEST_REJECTED.with(leftOut, text(failure)).log(logger);
        } else {
            overloaded(failure);
        }
    }

    /** The application rejected the request, of which it knows. */
    void overloaded(Throwable failure) {
        if (logger.isLoggable(Level.DEBUG)) {
            logger.log(Level.DEBUG, "A request is rejected with 503: " + text(failure));
        }
    }

    private static String text(Throwable failure) {
        return FailureText.of(failure, LONGEST_FAILURE) + StackTraceText.of(failure);
    }
}
