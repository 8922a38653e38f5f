package io.backoff.logging;

import java.lang.System.Logger;
import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A {@link System.Logger} that writes to Spring's log, even in servers that redirect {@code java.util.logging}.
 *
 * @param name the name of the logger
 * @param log Spring's log
 */
public record SpringLogger(String name, Log log) implements Logger {

    /** Returns the logger for a class. */
    public static Logger of(Class<?> type) {
        return of(type.getName());
    }

    /** Returns the logger with the given name. */
    public static Logger of(String name) {
        return new SpringLogger(name, LogFactory.getLog(name));
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean isLoggable(Level level) {
        return switch (level) {
            case ALL, TRACE -> log.isTraceEnabled();
            case DEBUG -> log.isDebugEnabled();
            case INFO -> log.isInfoEnabled();
            case WARNING -> log.isWarnEnabled();
            case ERROR -> log.isErrorEnabled();
            case OFF -> false;
        };
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable failure) {
        switch (level) {
            case ALL, TRACE -> log.trace(message, failure);
            case DEBUG -> log.debug(message, failure);
            case INFO -> log.info(message, failure);
            case WARNING -> log.warn(message, failure);
            case ERROR -> log.error(message, failure);
            case OFF -> {}
        }
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... arguments) {
        if (isLoggable(level)) {
            boolean plain = arguments == null || arguments.length == 0;
            log(level, bundle, plain ? format : MessageFormat.format(format, arguments), (Throwable) null);
        }
    }
}
