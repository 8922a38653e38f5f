package io.backoff.message;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A log message. The troubleshooting guide explains each constant that implements it. */
public interface LogMessage {

    /** The level at which it is logged. */
    Level level();

    /** The text, with {@code %s} for each argument. */
    String template();

    /** Whether a logger logs it. */
    default boolean isLoggable(Logger logger) {
        return logger.isLoggable(level());
    }

    /**
     * A log line, formatted only when it is logged.
     *
     * @param arguments one for each {@code %s}
     */
    default LogLine with(@Nullable Object... arguments) {
        return new LogLine(this, Arrays.asList(arguments));
    }
}
