package io.backoff.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Logs a failure once as a warning, and at debug level from then on: what is broken would otherwise fill the log in the
 * very outage that it is part of. Never throws, whatever the failure does.
 */
public final class WarnOnce {

    private final Logger logger;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Has logged nothing yet. */
    public WarnOnce(Logger logger) {
        this.logger = logger;
    }

    /** Logs a failure. */
    public void warnOnce(String message, Throwable failure) {
        SafeLog.log(logger, warned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG, message, failure);
    }
}
