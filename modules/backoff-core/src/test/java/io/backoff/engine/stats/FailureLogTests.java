package io.backoff.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FailureLogTests {

    private final Logger logger = Logger.getLogger(FailureLog.class.getName());
    private final Lines lines = new Lines();
    private final FailureLog failureLog = new FailureLog("Mail", System.getLogger(logger.getName()));

    @BeforeEach
    void listen() {
        // Applications that other tests have started may have left it at another level.
        logger.setLevel(Level.INFO);
        logger.addHandler(lines);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(lines);
        logger.setLevel(null);
    }

    @Test
    void reportsEachChangeOnce() {
        for (int day = 1; day <= 2; day++) {
            failureLog.worked();
            failureLog.failed(new IllegalStateException("down"));
            failureLog.failed(new IllegalStateException("still down"));
            assertThat(failureLog.failing()).isTrue();
            failureLog.worked();
            assertThat(failureLog.failing()).isFalse();
        }
        String failed = "WARNING Mail failed; it keeps running, and logs when it works again";
        assertThat(lines.seen).containsExactly(failed, "INFO Mail works again", failed, "INFO Mail works again");
    }

    private static final class Lines extends Handler {

        private final List<String> seen = new ArrayList<>();

        @Override
        public void publish(LogRecord line) {
            seen.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
