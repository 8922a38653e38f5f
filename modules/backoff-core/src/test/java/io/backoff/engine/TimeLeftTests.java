package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeLeftTests {

    /** Times in seconds; those of an attempt have an asterisk. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -",
                "5, -, 5",
                "-, 5, 5",
                "3, 5, 3",
                "5, 3, 3",
                "3*, 5, 3*",
                "5, 3*, 3*",
                "3, 3*, 3",
                "3*, 3, 3",
                "3*, 3*, 3*"
            })
    void theShorterTimeLimitsAScopeAndOfEqualOnesThatOfTheCall(
            @Nullable String one, @Nullable String other, @Nullable String shorter) {
        assertThat(TimeLeft.shorter(time(one), time(other))).isEqualTo(time(shorter));
    }

    private static @Nullable TimeLeft time(@Nullable String text) {
        return text == null ? null : new TimeLeft(Duration.ofSeconds(text.charAt(0) - '0'), text.endsWith("*"));
    }
}
