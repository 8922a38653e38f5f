package io.backoff.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTests {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.000000001S, 1 ns",
        "PT0.000000999S, 999 ns",
        "PT0.000001S, 1 us",
        "PT0.0000512S, 51.2 us",
        "PT0.001S, 1 ms",
        "PT0.0015S, 1.5 ms",
        "PT0.028S, 28 ms",
        "PT0.999999999S, 999.999 ms",
        "PT1S, 1 s",
        "PT1.5S, 1.5 s",
        "PT59.999999999S, 59.999 s",
        "PT1M, 1 min",
        "PT2M5S, 2 min 5 s",
        "PT1M0.25S, 1 min 250 ms",
        "PT1H, 1 h",
        "PT24H4M, 1 d 4 min",
        "PT100H, 4 d 4 h",
        "PT-1S, -1 s",
    })
    void isWhatPeopleWrite(Duration duration, String text) {
        assertThat(DurationText.of(duration)).isEqualTo(text);
    }

    @Test
    void hasNoEnd() {
        assertThat(DurationText.of(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo("106751 d 23 h 47 min 16.854 s");
        assertThat(DurationText.of(Duration.ofSeconds(Long.MAX_VALUE))).startsWith("106751991167300 d");
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.0000512S, 51.2 us",
        "PT0.028123456S, 28 ms",
        "PT1.2345678S, 1.234 s",
        "PT2M5.4321S, 2 min 5 s",
    })
    void isRoundedWhereItIsMeasured(Duration duration, String text) {
        assertThat(DurationText.rounded(duration)).isEqualTo(text);
    }
}
