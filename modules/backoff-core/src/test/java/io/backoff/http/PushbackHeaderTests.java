package io.backoff.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PushbackHeaderTests {

    @ParameterizedTest
    @CsvSource({"0,0", "120,120", "' 7 ',7"})
    void givesADelay(String value, long millis) {
        assertThat(PushbackHeader.parse(value))
                .isEqualTo(new PushbackHeader(Duration.ofMillis(millis)))
                .returns(false, PushbackHeader::isNever);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-2147483648", "", "soon", "1.5", "99999999999"})
    void meansNeverIfItIsNegativeOrUnreadable(String value) {
        assertThat(PushbackHeader.parse(value)).isNotNull().matches(PushbackHeader::isNever);
    }

    @Test
    void neverFailsOnHostileInput() {
        Random random = new Random(7);
        assertThat(Stream.generate(() -> HostileText.next(random)).limit(100_000))
                .allSatisfy(PushbackHeader::parse);
    }
}
