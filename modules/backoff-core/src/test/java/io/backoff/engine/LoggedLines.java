package io.backoff.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps what the library logs, until it is closed. */
public final class LoggedLines extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("io.backoff");
    private final List<String> all = Collections.synchronizedList(new ArrayList<>());

    private LoggedLines() {}

    /** Begins to keep the lines from this level on. */
    public static LoggedLines from(Level least) {
        LoggedLines lines = new LoggedLines();
        lines.logger.setLevel(least);
        lines.logger.setUseParentHandlers(false);
        lines.logger.addHandler(lines);
        return lines;
    }

    /** The lines so far, each after its level. */
    public List<String> all() {
        return List.copyOf(all);
    }

    @Override
    public void publish(LogRecord line) {
        all.add(line.getLevel() + " " + line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }
}
