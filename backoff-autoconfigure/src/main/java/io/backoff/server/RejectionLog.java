package io.backoff.server;

import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.text.FailureText;
import io.backoff.text.StackTraceText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Logs handler failures that become rejections: neither Spring nor the server sees these failures. In an outage, every
 * request may fail like this. Therefore, only one failure of each class is logged per minute as a warning, with its
 * stack trace, and the others at debug level. The logger receives only text, because methods of an exception may throw.
 */
final class RejectionLog {

    private static final Logger logger = SpringLogger.of(RejectionLog.class);

    private static final LogMessage REQUEST_REJECTED =
            LogMessage.warning("A request is rejected with %s and 'do not retry', because a nested call gave up%s: %s");

    private static final int LONGEST_FAILURE = 300;

    private final TimeSource time;
    private final LogLimit limit = LogLimit.oncePer(Duration.ofMinutes(1));

    RejectionLog(TimeSource time) {
        this.time = time;
    }

    /** Logs a request that is rejected because a nested call gave up. */
    void rejected(Throwable failure, Protocol protocol) {
        String omitted = REQUEST_REJECTED.isLoggable(logger)
                ? limit.enter(failure.getClass().getName(), time.nanoTime())
                : null;
        if (omitted != null) {
            REQUEST_REJECTED.with(protocol.status(), omitted, text(failure)).log(logger);
        } else {
            overloaded(failure, protocol);
        }
    }

    /** Logs a request that the application itself rejected, at debug level. */
    void overloaded(Throwable failure, Protocol protocol) {
        if (logger.isLoggable(Level.DEBUG)) {
            logger.log(Level.DEBUG, "A request is rejected with " + protocol.status() + ": " + text(failure));
        }
    }

    private static String text(Throwable failure) {
        return FailureText.of(failure, LONGEST_FAILURE) + StackTraceText.of(failure);
    }
}
