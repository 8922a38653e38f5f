package io.backoff.engine.safe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

class WarnOnceTests {

    private static final LogMessage TASK_FAILED = LogMessage.warning("A delayed task failed");
    private static final LogMessage CONTEXT_FAILED = LogMessage.warning("The caller's context could not be propagated");
    private static final LogMessage BUDGET_FAILED = LogMessage.warning("The budget of policy '%s' failed");

    private final RecordingLogger logger = new RecordingLogger();
    private final WarnOnce warnings = new WarnOnce(logger);

    @Test
    void warnsOnceAndLogsAtDebugLevelFromThenOn() {
        var failure = new IllegalStateException("broken");
        warnings.warnOnce(TASK_FAILED.with(), failure);
        warnings.warnOnce(TASK_FAILED.with(), failure);
        warnings.warnOnce(CONTEXT_FAILED.with(), failure);
        assertThat(logger.lines)
                .containsExactly(
                        "WARNING A delayed task failed: broken",
                        "DEBUG A delayed task failed: broken",
                        "DEBUG The caller's context could not be propagated: broken");
    }

    @Test
    void isLoudOnceForTheSameLine() {
        for (int i = 0; i < 3; i++) {
            warnings.warnOnce(BUDGET_FAILED.with("payments"), new IllegalStateException("broken"));
        }
        String text = " The budget of policy 'payments' failed: broken";
        assertThat(logger.lines).containsExactly("WARNING" + text, "DEBUG" + text, "DEBUG" + text);
    }

    @Test
    void warnsOnceForEachThatIsBroken() {
        var others = new WarnOnce(logger);
        warnings.warnOnce(TASK_FAILED.with(), new IllegalStateException("broken"));
        others.warnOnce(CONTEXT_FAILED.with(), new IllegalStateException("broken"));
        assertThat(logger.lines)
                .containsExactly(
                        "WARNING A delayed task failed: broken",
                        "WARNING The caller's context could not be propagated: broken");
    }

    @Test
    void survivesFailuresThatCannotBePrinted() {
        var unprintable = new IllegalStateException() {
            @Override
            public String getMessage() {
                throw new UnsupportedOperationException();
            }
        };
        assertThatCode(() -> warnings.warnOnce(TASK_FAILED.with(), unprintable)).doesNotThrowAnyException();
        assertThat(logger.lines)
                .containsExactly("WARNING A delayed task failed: "
                        + unprintable.getClass().getName());
    }

    private static final class RecordingLogger implements Logger {

        private final List<String> lines = new ArrayList<>();

        @Override
        public String getName() {
            return "recording";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable failure) {
            lines.add(level + " " + message + ": " + failure.getMessage());
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Object... parameters) {
            lines.add(level + " " + message);
        }
    }
}
