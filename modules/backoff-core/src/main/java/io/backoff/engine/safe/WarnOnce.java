package io.backoff.engine.safe;

import io.backoff.message.LogLine;
import java.lang.System.Logger;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Logs a failure once as a warning, and at debug level from then on: a broken component would otherwise fill the log in
 * the very outage that it is part of. Never throws, whatever the failure does.
 */
public final class WarnOnce {

    private final Logger logger;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Creates an instance that has logged nothing yet. */
    public WarnOnce(Logger logger) {
        this.logger = logger;
    }

    /**
     * Logs a failure.
     *
     * @param failure {@code null} if nothing was thrown
     */
    public void warnOnce(LogLine line, @Nullable Throwable failure) {
        if (warned.compareAndSet(false, true)) {
            line.log(logger, failure);
        } else {
            line.debug(logger, failure);
        }
    }
}
