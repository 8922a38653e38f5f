package io.backoff.message;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A log message with its arguments. Logging never throws an exception, even if formatting an application's arguments or
 * failures does. Lines are ordered by their text.
 *
 * @param message the message
 * @param arguments one for each {@code %s} of the message
 */
public record LogLine(LogMessage message, List<@Nullable Object> arguments) implements Comparable<LogLine> {

    /** Logs the line. */
    public void log(Logger logger) {
        log(logger, null);
    }

    /** Logs the line with a failure. */
    public void log(Logger logger, @Nullable Throwable failure) {
        log(logger, message.level(), failure);
    }

    /** Logs the line at DEBUG. */
    public void debug(Logger logger, @Nullable Throwable failure) {
        log(logger, Level.DEBUG, failure);
    }

    private void log(Logger logger, Level level, @Nullable Throwable failure) {
        try {
            if (logger.isLoggable(level)) {
                logger.log(level, text(), failure);
            }
        } catch (Throwable broken) {
            logClass(logger, level, failure);
        }
    }

    private void logClass(Logger logger, Level level, @Nullable Throwable failure) {
        try {
            String type = failure == null ? "" : ": " + failure.getClass().getName();
            logger.log(level, textOrTemplate() + type);
        } catch (Throwable broken) {
            // Nothing more can be done: logging itself has failed, or the stack is full.
            return;
        }
    }

    private String textOrTemplate() {
        try {
            return text();
        } catch (Throwable broken) {
            return message.template();
        }
    }

    /** Returns the formatted text. */
    public String text() {
        return message.template().formatted(arguments.toArray());
    }

    @Override
    public int compareTo(LogLine other) {
        return text().compareTo(other.text());
    }

    @Override
    public String toString() {
        return text();
    }
}
