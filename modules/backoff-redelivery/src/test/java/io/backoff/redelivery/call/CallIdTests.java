package io.backoff.redelivery.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallIdTests {

    private final Locale usual = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(usual);
    }

    /** The database compares the keys of all instances as text. */
    @Test
    void isTheSameInEveryLocale() {
        var stored = new CallId("0".repeat(36), Instant.ofEpochSecond(1_700_000_000), CallId.key("m".repeat(200)));
        var text = stored.toString();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        assertThat(stored).hasToString(text);
        assertThat(CallId.key("m".repeat(200))).isEqualTo(stored.key());
        assertThat(text).contains(":1700000000:").hasSize(100);
    }
}
