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

class RunHealthTests {

    private final Logger logger = Logger.getLogger(RunHealth.class.getName());
    private final Lines lines = new Lines();
    private final RunHealth health = new RunHealth("Mail");

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
            health.worked();
            health.failed(new IllegalStateException("down"));
            health.failed(new IllegalStateException("still down"));
            assertThat(health.failing()).isTrue();
            health.worked();
            assertThat(health.failing()).isFalse();
        }
        String failed = "WARNING Mail failed; it goes on, and says so when it works again";
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
