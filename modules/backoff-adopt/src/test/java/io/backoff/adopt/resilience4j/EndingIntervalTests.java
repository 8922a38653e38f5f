package io.backoff.adopt.resilience4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.core.functions.Either;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which failures end a call of Resilience4j. Threads are shared, so a failure may belong to another call. */
class EndingIntervalTests {

    private static final long CONFIGURED = 5;
    private static final long END = -1;

    private final EndingInterval<Object> interval = new EndingInterval<>((attempt, outcome) -> CONFIGURED);
    private final IOException down = new IOException("down");

    @AfterEach
    void forget() {
        Resilience4jCall.INSTANCE.over();
    }

    @Test
    void isTheConfiguredOneIfNothingIsDenied() {
        assertThat(after(down)).isEqualTo(CONFIGURED);
        assertThat(interval.apply(1, Either.right("busy"))).isEqualTo(CONFIGURED);
    }

    @Test
    void endsTheCallOfADeniedFailureOnce() {
        Resilience4jCall.INSTANCE.end(down);
        assertThat(after(down)).isEqualTo(END);
        assertThat(after(down)).isEqualTo(CONFIGURED);
    }

    @Test
    void endsTheCallOfADeniedFailureThatTheLibraryUnwraps() {
        Resilience4jCall.INSTANCE.end(new CompletionException(down));
        assertThat(after(down)).isEqualTo(END);
    }

    @Test
    void isTheConfiguredOneAfterAnotherFailureOrAResult() {
        Resilience4jCall.INSTANCE.end(down);
        assertThat(after(new IOException("down"))).isEqualTo(CONFIGURED);
        assertThat(interval.apply(1, Either.right("busy"))).isEqualTo(CONFIGURED);
        assertThat(after(down)).isEqualTo(END);
    }

    /** A nested call may end with an exception that it shares with this call, and may not ask for an interval. */
    @Test
    void isTheConfiguredOneIfANestedCallWasDeniedAndThisCallGoesOn() {
        Resilience4jCall.INSTANCE.end(down);
        Resilience4jCall.INSTANCE.goOn();
        assertThat(after(down)).isEqualTo(CONFIGURED);
    }

    @Test
    void isTheConfiguredOneAfterTheDeniedCallIsOver() {
        Resilience4jCall.INSTANCE.end(down);
        Resilience4jCall.INSTANCE.over();
        assertThat(after(down)).isEqualTo(CONFIGURED);
    }

    private Long after(Throwable failure) {
        return interval.apply(1, Either.left(failure));
    }
}
