package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.RetryDecision;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a remote party writes cannot make more than a line of its own, nor many. */
@ExtendWith(OutputCaptureExtension.class)
class DecisionLogTests {

    private static final String LOGGER = "io.backoff.policies";

    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
    private final FakeTime time = new FakeTime();

    @BeforeEach
    void listen() {
        logging.setLogLevel(LOGGER, LogLevel.WARN);
    }

    @AfterEach
    void leave() {
        logging.setLogLevel(LOGGER, null);
    }

    @Test
    void writesOneLineWhateverTheFailureSays(CapturedOutput output) {
        run(log -> log.onDecision(gaveUp("a\r\nb\u0085c\u2028d\u2029e\u001b[31mf")));
        assertThat(output).contains("IllegalStateException: a b c d e [31mf");
    }

    @Test
    void cutsWhatIsLong(CapturedOutput output) {
        run(log -> log.onDecision(gaveUp("x".repeat(1_000_000))));
        assertThat(lines(output))
                .singleElement()
                .satisfies(line -> assertThat(line).hasSizeLessThan(600).endsWith("x..."));
    }

    @Test
    void writesALineASecond(CapturedOutput output) {
        run(log -> {
            for (int i = 0; i < 1_000; i++) {
                log.onDecision(gaveUp("down"));
            }
            time.advance(Duration.ofSeconds(1));
            log.onDecision(gaveUp("down"));
        });
        assertThat(lines(output)).hasSize(2).last().asString().endsWith("(999 like it not logged)");
    }

    private void run(Check check) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BackoffAutoConfiguration.class))
                .run(context -> check.check(new DecisionLog(time, context.getBean(BackoffPolicies.class))));
    }

    private static Stream<String> lines(CapturedOutput output) {
        return output.getOut().lines().filter(line -> line.contains("Shop.pay"));
    }

    private static RetryDecision gaveUp(String message) {
        return new RetryDecision(
                "default",
                "Shop.pay",
                3,
                new IllegalStateException(message),
                null,
                false,
                Duration.ZERO,
                StopReason.EXHAUSTED,
                Duration.ofSeconds(2));
    }

    private interface Check {

        void check(DecisionLog log);
    }
}
