package io.backoff.message;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A log message, declared as a constant of the class that logs it and explained in the troubleshooting guide.
 *
 * <pre>{@code
 * private static final LogMessage BUDGET_FAILED = LogMessage.warning("The budget of policy '%s' failed");
 * }</pre>
 *
 * <p>Constants are initialized with the class that declares them, so logging never has to initialize a class. Such an
 * initialization could fail when the stack is almost full.
 *
 * @param level the log level
 * @param template the text, with {@code %s} for each argument
 */
public record LogMessage(Level level, String template) {

    /** Creates a message at DEBUG, which the guide need not explain. */
    public static LogMessage debug(String template) {
        return new LogMessage(Level.DEBUG, template);
    }

    /** Creates a message at INFO. */
    public static LogMessage info(String template) {
        return new LogMessage(Level.INFO, template);
    }

    /** Creates a message at WARNING. */
    public static LogMessage warning(String template) {
        return new LogMessage(Level.WARNING, template);
    }

    /** Creates a message at ERROR. */
    public static LogMessage error(String template) {
        return new LogMessage(Level.ERROR, template);
    }

    /** Whether the logger logs this message. */
    public boolean isLoggable(Logger logger) {
        return logger.isLoggable(level);
    }

    /**
     * Creates a log line, which is formatted only if it is logged.
     *
     * @param arguments one for each {@code %s}
     */
    public LogLine with(@Nullable Object... arguments) {
        return new LogLine(this, Arrays.asList(arguments));
    }
}
