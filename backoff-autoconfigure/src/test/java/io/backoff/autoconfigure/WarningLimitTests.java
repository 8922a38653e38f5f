package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WarningLimitTests {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final WarningLimit limit = new WarningLimit();

    @Test
    void letsOneASecondPassForEachKind() {
        assertThat(limit.enter("a", 0)).isZero();
        assertThat(limit.enter("a", SECOND - 1)).isEqualTo(WarningLimit.LEFT_OUT);
        assertThat(limit.enter("b", SECOND - 1)).isZero();
        assertThat(limit.enter("a", SECOND)).isEqualTo(1);
    }

    @Test
    void remembersABoundedNumberOfKinds() {
        int passed = 0;
        for (int i = 0; i < 100_000; i++) {
            passed += limit.enter(i, 0) == WarningLimit.LEFT_OUT ? 0 : 1;
        }
        assertThat(limit.size()).isEqualTo(WarningLimit.MOST_KINDS);
        assertThat(passed).isEqualTo(WarningLimit.MOST_KINDS + 1);
    }

    @Test
    void forgetsKindsThatAreSilent() {
        for (int i = 0; i < WarningLimit.MOST_KINDS; i++) {
            limit.enter(i, 0);
        }
        assertThat(limit.enter("new", 61 * SECOND)).isZero();
        assertThat(limit.size()).isEqualTo(1);
    }

    @Test
    void worksWithAClockThatOverflows() {
        assertThat(limit.enter("a", Long.MAX_VALUE)).isZero();
        assertThat(limit.enter("a", Long.MIN_VALUE + 1)).isEqualTo(WarningLimit.LEFT_OUT);
        assertThat(limit.enter("a", Long.MIN_VALUE + SECOND)).isEqualTo(1);
    }
}
