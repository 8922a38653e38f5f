package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.StopReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class TerminalFailuresTests {

    private final IOException first = new IOException("first");
    private final IOException second = new IOException("second");
    private final TerminalFailures failures = TerminalFailures.NONE
            .and(first, StopReason.EXHAUSTED)
            .and(second, StopReason.ELAPSED)
            .and(new UncheckedIOException(first), StopReason.EXHAUSTED);

    @Test
    void theLatestFailureOfAKindIsFound() {
        assertThat(failures.latest(IOException.class::isInstance)).containsSame(second);
        assertThat(failures.latest(failure -> failure == first)).containsSame(first);
    }

    @Test
    void causesAndOtherFailuresAreNotFound() {
        assertThat(failures.latest(IllegalStateException.class::isInstance)).isEmpty();
        assertThat(TerminalFailures.NONE.latest(failure -> true)).isEmpty();
    }

    /** A batch may go on after failures, and fail with the first one at its end. */
    @Test
    void theFirstFailureOfABatchIsFound() {
        assertThat(after(255).reason(first)).isEqualTo(StopReason.EXHAUSTED);
        assertThat(after(256).reason(first)).isNull();
    }

    private TerminalFailures after(int others) {
        TerminalFailures all = TerminalFailures.NONE.and(first, StopReason.EXHAUSTED);
        for (int other = 0; other < others; other++) {
            all = all.and(new IOException("later"), StopReason.EXHAUSTED);
        }
        return all;
    }
}
