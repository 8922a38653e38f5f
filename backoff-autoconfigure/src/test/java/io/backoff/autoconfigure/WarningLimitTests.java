package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WarningLimitTests {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final WarningLimit limit = new WarningLimit(Duration.ofSeconds(1));

    @Test
    void letsOneASecondPassForEachKind() {
        assertThat(limit.enter("a", 0)).isEmpty();
        assertThat(limit.enter("a", SECOND - 1)).isNull();
        assertThat(limit.enter("b", SECOND - 1)).isEmpty();
        assertThat(limit.enter("a", SECOND)).isEqualTo(" (1 more of these in the last 1 s)");
    }

    @Test
    void saysHowLongItWasSilent() {
        limit.enter("a", 0);
        limit.enter("a", 1);
        limit.enter("a", 2);
        assertThat(limit.enter("a", 60 * SECOND)).isEqualTo(" (2 more of these in the last 60 s)");
        limit.enter("a", 60 * SECOND + 1);
        assertThat(limit.enter("a", 240 * SECOND)).isEqualTo(" (1 more of these in the last 3 min)");
    }

    @Test
    void isSilentForItsInterval() {
        WarningLimit minute = new WarningLimit(Duration.ofMinutes(1));
        assertThat(minute.enter("a", 0)).isEmpty();
        assertThat(minute.enter("a", 59 * SECOND)).isNull();
        assertThat(minute.enter("a", 60 * SECOND)).isNotNull();
    }

    @Test
    void remembersABoundedNumberOfKinds() {
        int passed = 0;
        for (int i = 0; i < 100_000; i++) {
            passed += limit.enter(i, 0) == null ? 0 : 1;
        }
        assertThat(limit.size()).isEqualTo(WarningLimit.MOST_KINDS);
        assertThat(passed).isEqualTo(WarningLimit.MOST_KINDS + 1);
    }

    @Test
    void forgetsKindsThatAreSilent() {
        for (int i = 0; i < WarningLimit.MOST_KINDS; i++) {
            limit.enter(i, 0);
        }
        assertThat(limit.enter("new", 61 * SECOND)).isEmpty();
        assertThat(limit.size()).isEqualTo(1);
    }

    @Test
    void worksWithAClockThatOverflows() {
        assertThat(limit.enter("a", Long.MAX_VALUE)).isEmpty();
        assertThat(limit.enter("a", Long.MIN_VALUE + 1)).isNull();
        assertThat(limit.enter("a", Long.MIN_VALUE + SECOND)).isEqualTo(" (1 more of these in the last 1 s)");
    }
}
