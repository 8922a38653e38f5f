package io.backoff.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterHeaderTests {

    private static final Instant NOW = Instant.parse("1994-11-06T08:49:07Z");

    @ParameterizedTest
    @CsvSource({"1,1", "120,120", "' 7 ',7", "1234567890,1234567890", "99999999999999999999,9999999999"})
    void readsSeconds(String value, long seconds) {
        assertThat(RetryAfterHeader.parse(value, NOW)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
            })
    void readsDatesInAllFormatsOfTheStandard(String value) {
        assertThat(RetryAfterHeader.parse(value, NOW)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void neverUndercutsADate() {
        Duration retryAfter = RetryAfterHeader.parse("Sun, 06 Nov 1994 08:49:37 GMT", NOW.plusMillis(1));
        assertThat(retryAfter).isEqualTo(Duration.ofMillis(29_999));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:07 GMT",
                "Sun, 06 Nov 1994 08:49:06 GMT",
                "0",
                "-1",
                "1.5",
                "+3",
                "soon",
                "",
                " ",
                "1;2",
                "0x10",
                "Sun, 31 Feb 1994 08:49:37 GMT",
            })
    void isAbsentWhenPastOrMalformed(String value) {
        assertThat(RetryAfterHeader.parse(value, NOW)).isNull();
    }

    @Test
    void isAbsentWithoutHeader() {
        assertThat(RetryAfterHeader.parse(null, NOW)).isNull();
        assertThat(RetryAfterHeader.parseMillis(null)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"1,1", "' 1500 ',1500", "1234567890,1234567890", "99999999999999999999,9999999999"})
    void readsTheMillisecondsOfAmazon(String value, long millis) {
        assertThat(RetryAfterHeader.parseMillis(value)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "soon", "", " ", "Sun, 06 Nov 1994 08:49:37 GMT"})
    void hasNoOtherMilliseconds(String value) {
        assertThat(RetryAfterHeader.parseMillis(value)).isNull();
    }

    @Test
    void isAbsentWhenLongerThanAnyDate() {
        String longest = "9".repeat(64);
        assertThat(RetryAfterHeader.parse(longest, NOW)).isNotNull();
        assertThat(RetryAfterHeader.parseMillis(longest)).isNotNull();
        assertThat(RetryAfterHeader.parse(longest + "9", NOW)).isNull();
        assertThat(RetryAfterHeader.parseMillis(longest + "9")).isNull();
    }

    @Test
    void neverFailsOnHostileInput() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            String value = random.ints(random.nextInt(80), 0, 0x250)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            Duration retryAfter = RetryAfterHeader.parse(value, NOW);
            assertThat(retryAfter == null || !retryAfter.isNegative()).isTrue();
        }
    }
}
