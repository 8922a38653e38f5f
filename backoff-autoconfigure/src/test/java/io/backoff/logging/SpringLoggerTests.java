package io.backoff.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class SpringLoggerTests {

    private static final String NAME = SpringLoggerTests.class.getName();

    private final Logger target = (Logger) LoggerFactory.getLogger(NAME);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final System.Logger logger = SpringLogger.of(SpringLoggerTests.class);

    @BeforeEach
    void start() {
        lines.start();
        target.addAppender(lines);
    }

    @AfterEach
    void stop() {
        target.detachAppender(lines);
        target.setLevel(null);
    }

    @ParameterizedTest
    @CsvSource({"ALL, TRACE", "TRACE, TRACE", "DEBUG, DEBUG", "INFO, INFO", "WARNING, WARN", "ERROR, ERROR"})
    void logsAtTheSameLevel(System.Logger.Level level, String expected) {
        IllegalStateException failure = new IllegalStateException("broken");
        target.setLevel(Level.valueOf(expected));
        logger.log(level, "It is 100 % {done}", failure);
        assertThat(logger.isLoggable(level)).isTrue();
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).hasToString(expected);
            assertThat(line.getLoggerName()).isEqualTo(NAME).isEqualTo(logger.getName());
            assertThat(line.getFormattedMessage()).isEqualTo("It is 100 % {done}");
            assertThat(line.getThrowableProxy().getMessage()).isEqualTo("broken");
        });
    }

    @ParameterizedTest
    @CsvSource({"TRACE, DEBUG", "DEBUG, INFO", "INFO, WARN", "WARNING, ERROR", "ERROR, OFF", "OFF, TRACE"})
    void logsNothingBelowTheLevel(System.Logger.Level level, String least) {
        target.setLevel(Level.valueOf(least));
        logger.log(level, "Not logged");
        assertThat(logger.isLoggable(level)).isFalse();
        assertThat(lines.list).isEmpty();
    }

    @Test
    void formatsArguments() {
        target.setLevel(Level.INFO);
        logger.log(System.Logger.Level.INFO, "{0} of {1}", 1, 2);
        assertThat(lines.list).singleElement().hasToString("[INFO] 1 of 2");
    }
}
