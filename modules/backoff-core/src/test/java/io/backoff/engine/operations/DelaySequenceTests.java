package io.backoff.engine.operations;

import static io.backoff.engine.Calls.DELAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.classify.RetryCause;
import io.backoff.delay.Growth;
import io.backoff.engine.Calls;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelaySequenceTests {

    private final Calls calls = new Calls();

    @ParameterizedTest
    @CsvSource({"PT0.05S, PT0.1S", "PT30M, PT30M", "PT1H, PT1H", "PT1H0.001S, PT1H", "PT48H, PT1H"})
    void aRetryAfterExtendsADelayByAnHourAtMost(Duration retryAfter, Duration delay) {
        assertThat(sequence().next(RetryCause.THROTTLED, retryAfter)).isEqualTo(delay);
    }

    @Test
    void aResetRestartsTheDelays() {
        calls.delay = Calls.growing(Growth.exponential(DELAY.toNanos(), 2));
        DelaySequence delays = sequence();
        assertThat(delays.next()).isEqualTo(DELAY);
        assertThat(delays.next(RetryCause.IO, null)).isEqualTo(DELAY.multipliedBy(2));
        delays.reset();
        assertThat(delays.next()).isEqualTo(DELAY);
    }

    private DelaySequence sequence() {
        return new DelaySequence(calls.guard().policy(), calls.time.random());
    }
}
