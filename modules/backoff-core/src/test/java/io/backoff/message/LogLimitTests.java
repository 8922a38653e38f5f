package io.backoff.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogLimitTests {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private static final LogMessage FAILED = LogMessage.warning("%s failed");

    private final LogLimit once = LogLimit.once();
    private final LogLimit limit = LogLimit.oncePer(Duration.ofSeconds(1));

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
        LogLimit minute = LogLimit.oncePer(Duration.ofMinutes(1));
        assertThat(minute.enter("a", 0)).isEmpty();
        assertThat(minute.enter("a", 59 * SECOND)).isNull();
        assertThat(minute.enter("a", 60 * SECOND)).isNotNull();
    }

    @Test
    void letsOnlyTheFirstPass() {
        assertThat(once.isFirst("a")).isTrue();
        assertThat(once.isFirst("a")).isFalse();
        assertThat(once.isFirst("b")).isTrue();
        assertThat(once.enter("a", Long.MAX_VALUE)).isNull();
    }

    @Test
    void startsAgainOnceItIsReset() {
        assertThat(once.reset("a")).isFalse();
        once.isFirst("a");
        assertThat(once.contains("a")).isTrue();
        assertThat(once.reset("a")).isTrue();
        assertThat(once.contains("a")).isFalse();
        assertThat(once.isFirst("a")).isTrue();
    }

    @Test
    void logsFurtherLinesAtDebugLevel() {
        LogLines lines = new LogLines(Level.DEBUG);
        for (String kind : List.of("a", "a", "b")) {
            once.log(kind, FAILED.with(kind), lines, new IllegalStateException("broken"));
        }
        assertThat(lines.all())
                .containsExactly("WARNING a failed (broken)", "DEBUG a failed (broken)", "WARNING b failed (broken)");
    }

    @Test
    void stopsAfterTheMostKinds() {
        long passed =
                IntStream.range(0, 100_000).filter(each -> once.isFirst(each)).count();
        assertThat(passed).isEqualTo(LogLimit.MOST_KINDS + 1);
    }

    @Test
    void remembersABoundedNumberOfKinds() {
        int passed = 0;
        for (int i = 0; i < 100_000; i++) {
            passed += limit.enter(i, 0) == null ? 0 : 1;
        }
        assertThat(limit.size()).isEqualTo(LogLimit.MOST_KINDS);
        assertThat(passed).isEqualTo(LogLimit.MOST_KINDS + 1);
    }

    @Test
    void forgetsKindsThatAreSilent() {
        for (int i = 0; i < LogLimit.MOST_KINDS; i++) {
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
