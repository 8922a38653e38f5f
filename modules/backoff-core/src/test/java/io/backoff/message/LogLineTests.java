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

    private final Lines lines = new Lines(Level.INFO);

    @Test
    void hasTheLevelOfItsMessage() {
        PollMessage.FAILED.with("a poll").log(lines);
        PollMessage.WORKS_AGAIN.with("a poll").log(lines);
        assertThat(lines.all)
                .containsExactly(
                        "WARNING a poll failed; it keeps running, and logs when it works again",
                        "INFO a poll works again");
    }

    @Test
    void carriesAFailure() {
        CallMessage.TASK_FAILED.with().log(lines, new IllegalStateException("broken"));
        assertThat(lines.all).containsExactly("WARNING A delayed task failed (broken)");
    }

    @Test
    void isNotFormattedUnlessItIsLogged() {
        PollMessage.FAILED.with(new Untouchable()).debug(lines, null);
        assertThat(lines.all).isEmpty();
    }

    @Test
    void isNotLostWhenAnArgumentThrows() {
        PollMessage.FAILED.with(new Untouchable()).log(lines);
        assertThat(lines.all).containsExactly("WARNING " + PollMessage.FAILED.template());
    }

    @Test
    void isNotLostWhenItsFailureThrows() {
        CallMessage.TASK_FAILED.with().log(lines, new Untold());
        assertThat(lines.all).containsExactly("WARNING A delayed task failed: " + Untold.class.getName());
    }

    @Test
    void doesNotThrowWhenTheLogDoes() {
        lines.broken = true;
        CallMessage.TASK_FAILED.with().log(lines, new IllegalStateException("broken"));
        assertThat(lines.all).isEmpty();
    }

    @Test
    void isEqualToTheSameLine() {
        assertThat(CallMessage.BUDGET_FAILED.with("payments"))
                .isEqualTo(CallMessage.BUDGET_FAILED.with("payments"))
                .isNotEqualTo(CallMessage.BUDGET_FAILED.with("refunds"))
                .isLessThan(CallMessage.BUDGET_FAILED.with("refunds"));
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
