package io.backoff.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.message.LogLines;
import java.lang.System.Logger.Level;
import org.junit.jupiter.api.Test;

class FailureLogTests {

    private final LogLines lines = new LogLines(Level.INFO);
    private final FailureLog failureLog = new FailureLog("Mail", lines);

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
        String failed = "WARNING Mail failed; it keeps running, and logs when it works again (down)";
        assertThat(lines.all()).containsExactly(failed, "INFO Mail works again", failed, "INFO Mail works again");
    }
}
