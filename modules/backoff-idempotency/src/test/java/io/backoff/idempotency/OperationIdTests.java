package io.backoff.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OperationIdTests {

    static String[] keys() {
        return new String[] {"", "1", "'); DROP TABLE backoff_idempotency; --", "a\r\nDEL *", "k".repeat(1_000_000)};
    }

    @ParameterizedTest
    @MethodSource("keys")
    void storesSeeADigestWhateverTheKey(String key) {
        assertThat(digest("shop", "place", "ann", key)).matches("[0-9a-f]{64}");
    }

    @Test
    void noPartCanPassForAnother() {
        assertThat(new String[] {
                    digest("shop", "place", "ann", "x1"),
                    digest("shop", "place", "annx", "1"),
                    digest("shop", "placeann", "", "x1"),
                    digest("shopplace", "", "ann", "x1"),
                    digest("shop", "place", null, "x1"),
                    digest("shop", "place", null, "annx1"),
                    digest("shop", "place", "", "x1"),
                    digest("shop", "place", "ANN", "x1"),
                })
                .doesNotHaveDuplicates();
    }

    private static String digest(String application, String operation, String principal, String key) {
        return OperationId.of(application, operation, principal, key).digest();
    }
}
