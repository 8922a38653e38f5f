package io.backoff.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruncatedTextTests {

    @ParameterizedTest
    @CsvSource({"'', ''", "1234, 1234", "12345, 12345", "123456, 12345...", "1234567890, 12345..."})
    void isCutOnlyIfItIsLonger(String text, String cut) {
        assertThat(TruncatedText.of(text, 5)).isEqualTo(cut);
        assertThat(TruncatedText.inOneLine("\r\n" + text, 7)).isEqualTo(" " + cut);
    }

    @ParameterizedTest
    @CsvSource({"0, ...", "1, ...", "2, \uD83D\uDE00...", "3, \uD83D\uDE00...", "4, \uD83D\uDE00\uD83D\uDE00"})
    void isNotCutWithinACharacter(int longest, String cut) {
        assertThat(TruncatedText.of("\uD83D\uDE00\uD83D\uDE00", longest)).isEqualTo(cut);
    }
}
