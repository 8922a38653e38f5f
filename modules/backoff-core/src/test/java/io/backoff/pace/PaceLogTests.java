package io.backoff.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.policy.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log has one line when the first lane begins to pace, and one when the last one has ended. */
class PaceLogTests {

    private static final long SECOND = 1_000_000_000;
    private static final Logger LOGGER = Logger.getLogger(Pace.class.getName());

    private final Pace pace = Pace.adaptive("crm", 0.05, Duration.ofSeconds(30), 0);
    private final Lines lines = new Lines();

    @BeforeEach
    void listen() {
        LOGGER.setLevel(Level.INFO);
        LOGGER.addHandler(lines);
        LOGGER.setUseParentHandlers(false);
    }

    @AfterEach
    void stop() {
        LOGGER.removeHandler(lines);
        LOGGER.setUseParentHandlers(true);
        LOGGER.setLevel(null);
    }

    @Test
    void saysThatItBeginsOnceForAllKeys() {
        throttle("a", 0);
        throttle("b", 1);
        assertThat(lines.all).containsExactly("begins");
    }

    @Test
    void saysThatItEndsWithTheLastKey() {
        throttle("a", 0);
        throttle("b", 5);
        pace.lane("a").begin(12 * SECOND, 0);
        assertThat(lines.all).containsExactly("begins");
        pace.lane("b").begin(20 * SECOND, 0);
        assertThat(lines.all).containsExactly("begins", "ends");
    }

    @Test
    void saysThatItEndsWhenTheRateIsRead() {
        throttle(null, 0);
        assertThat(pace.rate(9 * SECOND)).isNotNaN();
        assertThat(lines.all).containsExactly("begins");
        assertThat(pace.rate(10 * SECOND)).isNaN();
        assertThat(lines.all).containsExactly("begins", "ends");
    }

    @Test
    void aKeyThatNobodyCallsAnyMoreDoesNotHideTheEndOfAnother() {
        throttle("idle", 0);
        throttle("busy", 5);
        pace.lane("busy").begin(60 * SECOND, 0);
        assertThat(lines.all).containsExactly("begins", "ends");
    }

    @Test
    void aKeyThatNobodyCallsAnyMoreDoesNotHideTheBeginningOfAnother() {
        throttle("idle", 0);
        throttle("busy", 60);
        assertThat(lines.all).containsExactly("begins", "ends", "begins");
    }

    @Test
    void aKeyThatIsForgottenEnds() {
        throttle("a", 0);
        pace.forget("a");
        assertThat(lines.all).containsExactly("begins", "ends");
        pace.rate(60 * SECOND);
        assertThat(lines.all).hasSize(2);
    }

    @Test
    void saysThatItEndsWhenItIsStopped() {
        throttle("a", 0);
        throttle("b", 1);
        pace.stop();
        assertThat(lines.all).containsExactly("begins", "ends");
        pace.stop();
        pace.rate(60 * SECOND);
        assertThat(lines.all).hasSize(2);
    }

    @Test
    void aKeyThatIsForgottenDoesNotEndAnother() {
        throttle("a", 0);
        throttle("b", 0);
        pace.forget("a");
        assertThat(lines.all).containsExactly("begins");
        pace.forget("b");
        assertThat(lines.all).containsExactly("begins", "ends");
    }

    @Test
    void aKeyThatIsForgottenBeforeItPacesIsNotLogged() {
        Lane lane = pace.lane("a");
        pace.forget("a");
        throttleLane(lane, 0);
        assertThat(lane.pacing(0)).isPresent();
        assertThat(lines.all).isEmpty();
    }

    @Test
    void saysThatItEndsWhenAResponseComesLater() {
        throttle("a", 0);
        pace.lane("a").throttled(20 * SECOND, 20 * SECOND, Duration.ZERO);
        assertThat(lines.all).containsExactly("begins", "ends");
    }

    @Test
    void saysWhyItEnds() {
        throttle("a", 0);
        pace.rate(20 * SECOND);
        assertThat(lines.last).endsWith("for ten seconds, the callee allowed more attempts than were made");
        throttle("a", 30);
        pace.forget("a");
        assertThat(lines.last).endsWith("more than 'backoff.keys.max' keys are in use");
        throttle("a", 40);
        pace.stop();
        assertThat(lines.last).endsWith("pace is now off, or retries are disabled");
    }

    @Test
    void linesAlternateWhenManyKeysBeginAndEnd() throws Exception {
        Threads.run(4, thread -> {
            for (int i = 0; i < 500; i++) {
                String key = thread + "-" + i;
                throttle(key, 0);
                pace.forget(key);
            }
        });
        assertThat(lines.all).hasSizeGreaterThan(1);
        for (int i = 0; i < lines.all.size(); i++) {
            assertThat(lines.all.get(i)).as("line " + i).isEqualTo(i % 2 == 0 ? "begins" : "ends");
        }
        assertThat(lines.all).endsWith("ends");
    }

    private void throttle(String key, long second) {
        throttleLane(pace.lane(key), second);
    }

    private static void throttleLane(Lane lane, long second) {
        long now = second * SECOND;
        for (int i = 0; i < 2; i++) {
            lane.begin(now, 0);
            lane.throttled(now, now, Duration.ZERO);
        }
    }

    private static final class Lines extends Handler {

        private final List<String> all = new CopyOnWriteArrayList<>();
        private volatile String last = "";

        @Override
        public void publish(LogRecord written) {
            last = written.getMessage();
            all.add(written.getMessage().contains("no longer") ? "ends" : "begins");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
