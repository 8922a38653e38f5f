package io.backoff.message;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A log message: a constant of the class that logs it, whose place in the troubleshooting guide explains it.
 *
 * <pre>{@code
 * private static final LogMessage BUDGET_FAILED = LogMessage.warning("The budget of policy '%s' failed");
 * }</pre>
 *
 * <p>A constant is ready when its class is, so logging it needs no class to be initialized: that fails when the stack is
 * full.
 *
 * @param level the level at which it is logged
 * @param template the text, with {@code %s} for each argument
 */
public record LogMessage(Level level, String template) {

    /** A message at DEBUG, which the guide need not explain. */
    public static LogMessage debug(String template) {
        return new LogMessage(Level.DEBUG, template);
    }

    /** A message at INFO. */
    public static LogMessage info(String template) {
        return new LogMessage(Level.INFO, template);
    }

    /** A message at WARNING. */
    public static LogMessage warning(String template) {
        return new LogMessage(Level.WARNING, template);
    }

    /** A message at ERROR. */
    public static LogMessage error(String template) {
        return new LogMessage(Level.ERROR, template);
    }

    /** Whether a logger logs it. */
    public boolean isLoggable(Logger logger) {
        return logger.isLoggable(level);
    }

    /**
     * A log line, formatted only when it is logged.
     *
     * @param arguments one for each {@code %s}
     */
    public LogLine with(@Nullable Object... arguments) {
        return new LogLine(this, Arrays.asList(arguments));
    }
}
