package io.backoff.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusRangesTests {

    @ParameterizedTest
    @CsvSource({
        "429, 429, 429",
        "5xx, 500, 599",
        "5XX, 500, 599",
        "500-504, 500, 504",
        "500 - 504, 500, 504",
        "503-503, 503, 503",
        "' 503 ', 503, 503"
    })
    void holdsFromFirstToLast(String text, int first, int last) {
        var ranges = StatusRanges.parse(List.of(text));
        assertThat(ranges.contains(first)).isTrue();
        assertThat(ranges.contains(last)).isTrue();
        assertThat(ranges.contains(first - 1)).isFalse();
        assertThat(ranges.contains(last + 1)).isFalse();
    }

    @Test
    void holdsAllMembers() {
        var ranges = StatusRanges.parse(List.of("429", "5xx"));
        assertThat(List.of(ranges.contains(429), ranges.contains(502), ranges.contains(404)))
                .containsExactly(true, true, false);
    }

    @Test
    void mayBeEmpty() {
        assertThat(StatusRanges.parse(List.of()).contains(500)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "50x", "xxx", "0xx", "1000", "-500", "504-500", "500-", "500-5xx"})
    void rejectsWhatIsNoStatus(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StatusRanges.parse(List.of(text)))
                .withMessageStartingWith("'" + text + "' is not an HTTP status");
    }
}
