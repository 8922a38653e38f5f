package io.backoff.http.client;

import static io.backoff.client.AttemptHeaderMode.ALWAYS;
import static io.backoff.client.AttemptHeaderMode.NEVER;
import static io.backoff.client.AttemptHeaderMode.RETRIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TimeLeft;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests that are sent while another request is served, outside of guarded calls. */
class OutgoingAttemptTests {

    private static final Request FIRST = new Request(0, Duration.ofMillis(480));
    private static final Request RETRY = new Request(2, Duration.ofMillis(480));
    private static final Request PATIENT = new Request(0, null);

    @Test
    void passesOnHowLongTheCallerWaits() {
        assertThat(new OutgoingAttempt(ALWAYS).header(FIRST)).isEqualTo("0;ttl=480");
        assertThat(new OutgoingAttempt(ALWAYS).header(RETRY)).isEqualTo("2;ttl=480");
        assertThat(new OutgoingAttempt(RETRIES).header(RETRY)).isEqualTo("2;ttl=480");
    }

    @Test
    void sendsNoHeaderThatSaysNothing() {
        assertThat(new OutgoingAttempt(ALWAYS).header(PATIENT)).isNull();
        assertThat(new OutgoingAttempt(ALWAYS).header(null)).isNull();
    }

    @Test
    void sendsNoHeaderThatIsNotWanted() {
        assertThat(new OutgoingAttempt(RETRIES).header(FIRST)).isNull();
        assertThat(new OutgoingAttempt(NEVER).header(RETRY)).isNull();
    }

    private record Request(int previous, @Nullable Duration left) implements RetryScope {
        @Override
        public boolean isRetrying() {
            return previous > 0;
        }

        @Override
        public Optional<RetryInfo> retry() {
            return previous > 0 ? Optional.of(RetryInfo.after(previous)) : Optional.empty();
        }

        @Override
        public @Nullable TimeLeft timeLeft() {
            return left == null ? null : new TimeLeft(left, false);
        }

        @Override
        public void markTerminal(Throwable failure, StopReason reason) {}

        @Override
        public @Nullable StopReason terminalReason(Throwable failure) {
            return null;
        }
    }
}
