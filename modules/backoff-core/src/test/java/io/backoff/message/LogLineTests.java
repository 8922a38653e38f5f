package io.backoff.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogLineTests {

    private static final LogMessage POLL_FAILED =
            LogMessage.warning("%s failed; it keeps running, and logs when it works again");
    private static final LogMessage POLL_WORKS = LogMessage.info("%s works again");
    private static final LogMessage TASK_FAILED = LogMessage.warning("A delayed task failed");
    private static final LogMessage BUDGET_FAILED = LogMessage.warning("The budget of policy '%s' failed");

    private final Lines lines = new Lines(Level.INFO);

    @Test
    void hasTheLevelOfItsMessage() {
        POLL_FAILED.with("a poll").log(lines);
        POLL_WORKS.with("a poll").log(lines);
        assertThat(lines.all)
                .containsExactly(
                        "WARNING a poll failed; it keeps running, and logs when it works again",
                        "INFO a poll works again");
    }

    @Test
    void carriesAFailure() {
        TASK_FAILED.with().log(lines, new IllegalStateException("broken"));
        assertThat(lines.all).containsExactly("WARNING A delayed task failed (broken)");
    }

    @Test
    void isNotFormattedUnlessItIsLogged() {
        POLL_FAILED.with(new Untouchable()).debug(lines, null);
        assertThat(lines.all).isEmpty();
    }

    @Test
    void isNotLostWhenAnArgumentThrows() {
        POLL_FAILED.with(new Untouchable()).log(lines);
        assertThat(lines.all).containsExactly("WARNING " + POLL_FAILED.template());
    }

    @Test
    void isNotLostWhenItsFailureThrows() {
        TASK_FAILED.with().log(lines, new Untold());
        assertThat(lines.all).containsExactly("WARNING A delayed task failed: " + Untold.class.getName());
    }

    @Test
    void doesNotThrowWhenTheLogDoes() {
        lines.broken = true;
        TASK_FAILED.with().log(lines, new IllegalStateException("broken"));
        assertThat(lines.all).isEmpty();
    }

    @Test
    void isEqualToTheSameLine() {
        assertThat(BUDGET_FAILED.with("payments"))
                .isEqualTo(BUDGET_FAILED.with("payments"))
                .isNotEqualTo(BUDGET_FAILED.with("refunds"))
                .isLessThan(BUDGET_FAILED.with("refunds"));
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

    private static final class Lines implements Logger {

        private final Level least;
        private final List<String> all = new ArrayList<>();
        private boolean broken;

        Lines(Level least) {
            this.least = least;
        }

        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return level.compareTo(least) >= 0;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable failure) {
            if (broken) {
                throw new IllegalStateException("no space left");
            }
            all.add(level + " " + text + (failure == null ? "" : " (" + failure.getMessage() + ")"));
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Object... arguments) {
            log(level, bundle, text, (Throwable) null);
        }
    }
}
