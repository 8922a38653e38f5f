package io.backoff.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.test.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

@ExtendWith(OutputCaptureExtension.class)
class DatabaseClockTests {

    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
    private final FakeTime time = new FakeTime();

    @BeforeEach
    void listen() {
        logging.setLogLevel(DatabaseClock.class.getName(), LogLevel.WARN);
    }

    @AfterEach
    void stopListening() {
        logging.setLogLevel(DatabaseClock.class.getName(), null);
    }

    /** Whatever the time zone of the session: that of these servers and of this process is often not UTC. */
    @ParameterizedTest
    @EnumSource
    void tellsMillisecondsSince1970(Database database, CapturedOutput output) {
        var jdbc = new JdbcTemplate(database.create());
        var clock = new DatabaseClock(Dialect.of(database.name()), time);
        clock.check(database.name());
        var before = System.currentTimeMillis();
        assertThat(jdbc.queryForObject("SELECT " + clock.now(), Long.class))
                .isBetween(before - 1_000, System.currentTimeMillis() + 1_000);
        assertThat(output).doesNotContain("synchronized");
    }

    @Test
    void isThatOfTheApplicationWhereTheDatabaseCannotBeAsked(CapturedOutput output) {
        var clock = new DatabaseClock(Dialect.OTHER, time);
        clock.check("Oracle");
        assertThat(output).contains("How to ask Oracle for the time is unknown");
        time.advance(Duration.ofMillis(5));
        assertThat(clock.now()).isEqualTo(Long.toString(time.instant().toEpochMilli()));
    }
}
