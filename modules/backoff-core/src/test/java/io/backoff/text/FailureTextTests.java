package io.backoff.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class FailureTextTests {

    @Test
    void isOneLineWhateverARemotePartyWrote() {
        assertThat(FailureText.of(new IllegalStateException("a\r\nb\u0085c\u2028d\u2029e\u001b[31mf\u0000"), 500))
                .isEqualTo("java.lang.IllegalStateException: a b c d e [31mf ");
    }

    @Test
    void isBounded() {
        assertThat(FailureText.of(new IllegalStateException("x".repeat(1_000_000)), 500))
                .hasSize(503)
                .endsWith("x...");
    }

    @Test
    void namesTheRootCauseBesideTheOutermostFailure() {
        Exception refused = new ConnectException("refused");
        Exception between = new IllegalStateException("between", refused);
        assertThat(FailureText.withRootCause(new RuntimeException("listener threw exception", between), 500))
                .isEqualTo("java.lang.RuntimeException: listener threw exception: java.net.ConnectException: refused");
    }

    @Test
    void namesARootCauseOnce() {
        assertThat(FailureText.withRootCause(new ConnectException("refused"), 500))
                .isEqualTo("java.net.ConnectException: refused");
        assertThat(FailureText.withRootCause(new RuntimeException(new ConnectException("refused")), 500))
                .isEqualTo("java.lang.RuntimeException: java.net.ConnectException: refused");
    }
}
