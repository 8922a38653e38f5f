package io.backoff.engine;

import static io.backoff.engine.Calls.DELAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.stats.CallMeters;
import io.backoff.engine.stats.RecordingMeters;
import io.backoff.policy.Outcome;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What is counted and measured of a call, with meters that work and meters that do not. */
class CallRecordTests {

    private final Calls calls = new Calls();
    private final RecordingMeters meters = new RecordingMeters();

    @Test
    void countsAndMeasures() throws Throwable {
        calls.meters = meters;
        assertThat(calls.run(new Script(new IOException("down"), "ok"))).isEqualTo("ok");
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.RECOVERED).containsValue(1L);
        assertThat(meters.events).containsExactly("waited " + DELAY.toNanos(), "retried io", "ended recovered 2");
    }

    @Test
    void countsWhateverHappensToTheMeters() throws Throwable {
        calls.meters = new BrokenMeters();
        assertThat(calls.run(new Script(new IOException("down"), "ok"))).isEqualTo("ok");
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.RECOVERED).containsValue(1L);
    }

    @Test
    void measuresCallsWithMetersOfTheirOwn() throws Throwable {
        calls.meters = new CallMeters() {
            @Override
            public CallMeters begin() {
                return meters;
            }
        };
        calls.run(new Script("ok"));
        assertThat(meters.events).containsExactly("ended success 1");
        assertThat(calls.outcomes()).containsOnlyKeys(Outcome.SUCCESS).containsValue(1L);
    }
}
