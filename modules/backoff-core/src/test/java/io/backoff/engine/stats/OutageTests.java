package io.backoff.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.PermanentException;
import io.backoff.engine.Calls;
import io.backoff.engine.LoggedLines;
import io.backoff.engine.Script;
import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Stage;
import io.backoff.policy.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The warnings say that calls give up; one line says that they no longer do. */
class OutageTests {

    private final Calls calls = new Calls();
    private final Logger logger = Logger.getLogger("io.backoff.policies.payments");
    private final Lines lines = new Lines();
    private final Guard guard = calls.guard();

    @BeforeEach
    void listen() {
        // Applications that other tests have started may have left it at another level.
        logger.setLevel(Level.INFO);
        logger.addHandler(lines);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(lines);
        logger.setLevel(null);
    }

    @Test
    void itsEndIsLoggedOnce() {
        call("ok");
        for (int i = 0; i < 12; i++) {
            call(new IOException("down"));
        }
        calls.time.advance(Duration.ofMinutes(3));
        call("ok");
        call("ok");
        assertThat(lines.seen)
                .containsExactly(
                        "Payments.charge (policy 'payments') has recovered after 12 failed calls in 3 min 2 s");
    }

    @Test
    void aRetryThatSucceedsEndsIt() {
        call(new IOException("down"));
        call(new IOException("down"), "ok");
        assertThat(lines.seen)
                .containsExactly("Payments.charge (policy 'payments') has recovered after 1 failed call in 100 ms");
    }

    @Test
    void aFutureEndsIt() {
        FutureRunner.run(guard, new Stage().failing(new IOException(), new IOException(), new IOException()));
        assertThat(lines.seen).isEmpty();
        FutureRunner.run(guard, new Stage().returning("ok"));
        assertThat(lines.seen).hasSize(1);
    }

    @Test
    void eachOneIsLogged() {
        for (int day = 1; day <= 2; day++) {
            call(new IOException("down"));
            call("ok");
            calls.time.advance(Duration.ofDays(1));
        }
        assertThat(lines.seen).hasSize(2).last().asString().contains("after 1 failed call in");
    }

    /** If every second call gives up, a line for each success would say nothing. */
    @Test
    void isOneForCallsThatGiveUpNowAndThen() {
        calls.maxAttempts = 1;
        Guard brief = calls.guard();
        for (int second = 0; second <= 60; second++) {
            catchThrowable(() -> BlockingRunner.run(brief, new Script(new IOException("down"))));
            catchThrowable(() -> BlockingRunner.run(brief, new Script("ok")));
            calls.time.advance(Duration.ofSeconds(1));
        }
        assertThat(lines.seen).hasSize(2).last().asString().contains("after 60 failed calls in 59 s");
    }

    @Test
    void failuresThatAreNotRetriedAreNone() {
        call(new PermanentException(new IOException("wrong address")));
        call("ok");
        assertThat(lines.seen).isEmpty();
    }

    @Test
    void otherMethodsAreNotConcerned() {
        call(new IOException("down"));
        catchThrowable(() -> calls.operations().call("payments", () -> "ok"));
        assertThat(lines.seen).isEmpty();
    }

    @Test
    void thatOfSimulatedCallsIsNotLogged() {
        try (LoggedLines warnings = LoggedLines.from(Level.INFO)) {
            CallStatistics simulated =
                    CallStatisticsRegistry.silent().of(guard.policy().get(), "Payments.charge");
            simulated.stopped(StopReason.EXHAUSTED, calls.time);
            simulated.succeeded(calls.time);
            assertThat(warnings.all()).isEmpty();
            assertThat(simulated.meters()).isSameAs(CallMeters.NONE);
        }
        assertThat(lines.seen).isEmpty();
    }

    @Test
    void countsAreShownByTheTagsOfTheMeters() {
        call(new IOException("down"));
        call("ok");
        assertThat(CallStatisticsRegistry.byTag(calls.outcomes())).isEqualTo(Map.of("exhausted", 1L, "success", 1L));
    }

    private void call(Object... steps) {
        catchThrowable(() -> BlockingRunner.run(guard, new Script(steps)));
    }

    private static final class Lines extends Handler {

        private final List<String> seen = new ArrayList<>();

        @Override
        public void publish(LogRecord line) {
            seen.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
