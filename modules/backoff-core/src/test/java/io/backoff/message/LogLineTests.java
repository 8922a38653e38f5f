package io.backoff.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogLineTests {

    private static final LogMessage POLL_FAILED =
            LogMessage.warning("%s failed; it keeps running, and logs when it works again");
    private static final LogMessage POLL_WORKS = LogMessage.info("%s works again");
    private static final LogMessage TASK_FAILED = LogMessage.warning("A delayed task failed");
    private static final LogMessage BUDGET_FAILED = LogMessage.warning("The budget of policy '%s' failed");

    private final LogLines lines = new LogLines(Level.INFO);

    @Test
    void hasTheLevelOfItsMessage() {
        POLL_FAILED.with("a poll").log(lines);
        POLL_WORKS.with("a poll").log(lines);
        assertThat(lines.all())
                .containsExactly(
                        "WARNING a poll failed; it keeps running, and logs when it works again",
                        "INFO a poll works again");
    }

    @ParameterizedTest
    @CsvSource({"ERROR, ERROR", "WARNING, WARNING", "INFO, INFO", "DEBUG,"})
    void isLoggedFromTheLevelOfTheLogger(Level level, @Nullable Level logged) {
        LogMessage message =
                switch (level) {
                    case ERROR -> LogMessage.error("%s broke");
                    case WARNING -> LogMessage.warning("%s broke");
                    case INFO -> LogMessage.info("%s broke");
                    default -> LogMessage.debug("%s broke");
                };
        message.with("it").log(lines);
        assertThat(message.isLoggable(lines)).isEqualTo(logged != null);
        assertThat(lines.all()).isEqualTo(logged == null ? List.of() : List.of(logged + " it broke"));
    }

    @Test
    void carriesAFailure() {
        TASK_FAILED.with().log(lines, new IllegalStateException("broken"));
        assertThat(lines.all()).containsExactly("WARNING A delayed task failed (broken)");
    }

    @Test
    void isNotFormattedUnlessItIsLogged() {
        POLL_FAILED.with(new Untouchable()).debug(lines, null);
        assertThat(lines.all()).isEmpty();
    }

    @Test
    void isNotLostWhenAnArgumentThrows() {
        POLL_FAILED.with(new Untouchable()).log(lines);
        assertThat(lines.all()).containsExactly("WARNING " + POLL_FAILED.template());
    }

    @Test
    void isNotLostWhenItsFailureThrows() {
        TASK_FAILED.with().log(lines, new Untold());
        assertThat(lines.all()).containsExactly("WARNING A delayed task failed: " + Untold.class.getName());
    }

    @Test
    void doesNotThrowWhenTheLogDoes() {
        lines.breakDown();
        TASK_FAILED.with().log(lines, new IllegalStateException("broken"));
        assertThat(lines.all()).isEmpty();
    }

    @Test
    void isEqualToTheSameLine() {
        assertThat(BUDGET_FAILED.with("payments"))
                .isEqualTo(BUDGET_FAILED.with("payments"))
                .isNotEqualTo(BUDGET_FAILED.with("refunds"))
                .isLessThan(BUDGET_FAILED.with("refunds"))
                .hasToString("The budget of policy 'payments' failed");
    }

    private static final class Untouchable {

        @Override
        public String toString() {
            throw new IllegalStateException("touched");
        }
    }

    private static final class Untold extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("told");
        }
    }
}
