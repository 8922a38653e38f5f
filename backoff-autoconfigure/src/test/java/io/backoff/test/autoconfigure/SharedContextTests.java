package io.backoff.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.TimeSource;
import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Tests that share a context, but not the delays and decisions of one another. */
@SpringBootTest(properties = {"backoff.policies.default.delay=1h", "backoff.policies.default.jitter=none"})
@Import({FakeTime.class, RecordingListener.class})
class SharedContextTests {

    private static final Instant START = new FakeTime().instant();

    @Autowired
    private BackoffOperations operations;

    @Autowired
    private FakeTime time;

    @Autowired
    private RecordingListener decisions;

    @BeforeEach
    void seesWhatIsDoneBefore() {
        time.schedule(() -> {}, Duration.ofSeconds(1), TimeSource.Purpose.DELAY);
    }

    @RepeatedTest(2)
    void startsWithNothing(RepetitionInfo repetition) {
        assertThat(time.waits()).containsExactly(Duration.ofSeconds(1));
        assertThat(decisions.decisions()).isEmpty();
        assertThat(time.instant().isAfter(START.plusSeconds(1))).isEqualTo(repetition.getCurrentRepetition() > 1);
        assertThatThrownBy(() -> operations.run("default", () -> {
                    throw new IOException("down");
                }))
                .isInstanceOf(IOException.class);
        assertThat(time.waits()).hasSizeGreaterThan(1);
        assertThat(decisions.decisions()).isNotEmpty();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
