package io.backoff.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTests {

    private static final Duration NONE = Duration.ZERO;

    @ParameterizedTest
    @CsvSource({
        "1, 1, true",
        "2, 1, false",
        "2, 2, true",
        "2, 3, true",
        "2147483647, 2147483646, false",
        "2147483647, 2147483647, true",
        "0, 1, false",
        "0, 2147483647, false"
    })
    void knowTheLastAttempt(int maxAttempts, int attempt, boolean last) {
        assertThat(new Limits(maxAttempts, NONE, NONE).isLast(attempt)).isEqualTo(last);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, PT10S, PT1H, true",
        "PT5S, PT3S, PT2S, true",
        "PT5S, PT3S, PT2.000000001S, false",
        "PT5S, PT0S, PT5S, true",
        "PT5S, PT0S, PT6S, false",
        "PT5S, PT2562047788015215H, PT0S, false"
    })
    void permitAnAttemptThatStartsInTime(Duration maxElapsed, Duration delay, Duration elapsed, boolean permitted) {
        assertThat(new Limits(1, maxElapsed, NONE).permits(delay, elapsed)).isEqualTo(permitted);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, PT0S, PT0S, max-attempts, 0 (unlimited) or more but was -1",
        "3, PT-1S, PT0S, max-elapsed, 0 (none) or more but was -1 s",
        "3, PT0S, PT-1S, attempt-timeout, 0 (none) or more but was -1 s"
    })
    void areNotNegative(int attempts, Duration elapsed, Duration timeout, String name, String rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Limits(attempts, elapsed, timeout))
                .withMessage("'" + name + "' must be " + rule);
    }
}
