package io.backoff.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Captures warnings of the engine, which logs with Java's own loggers. */
public final class Warnings extends Handler implements BeforeEachCallback, AfterEachCallback {

    private static final Logger LOGGER = Logger.getLogger("io.backoff.engine");

    private final List<String> messages = new ArrayList<>();

    @Override
    public void beforeEach(ExtensionContext test) {
        LOGGER.setLevel(Level.WARNING);
        LOGGER.addHandler(this);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        LOGGER.removeHandler(this);
        LOGGER.setLevel(null);
    }

    /** The warnings of this test, oldest first. */
    public List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord written) {
        messages.add(written.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
