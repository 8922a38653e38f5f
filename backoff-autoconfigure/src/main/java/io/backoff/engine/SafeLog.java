package io.backoff.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Logs failures, which may throw when they are asked for their message or cause, and never throws. */
final class SafeLog {

    private SafeLog() {}

    static void log(Logger logger, Level level, String message, Throwable failure) {
        try {
            logger.log(level, message, failure);
        } catch (Throwable broken) {
            logClass(logger, level, message, failure);
        }
    }

    private static void logClass(Logger logger, Level level, String message, Throwable failure) {
        try {
            logger.log(level, message + ": " + failure.getClass().getName());
        } catch (Throwable broken) {
            // The log itself does not work, or no stack is left.
            return;
        }
    }
}
