package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.RetryAfter;
import io.backoff.classify.CalleeResponse;
import io.backoff.classify.GrpcStatus;
import io.backoff.classify.ResponseExtractor;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.TimeSource;
import io.backoff.engine.decision.NextStep;
import io.backoff.http.OverloadedException;
import io.backoff.pace.Lane;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Logged;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;

/** Text from a remote party can neither break log lines nor flood the log. */
@Logged(names = "io.backoff.policies")
class DecisionLogTests {

    private static final NextStep STEP = NextStep.SUCCESS;

    private static final String LOGGER = "io.backoff.policies";
    private static final String TOO_LATE = "its turn would come after its deadline, because the callee throttles";

    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
    private final FakeTime time = new FakeTime();
    private final ApplicationContextRunner application =
            Applications.backoff().withBean(TimeSource.class, FakeTime::new);

    @Test
    void writesOneLineWhateverTheFailureSays(CapturedOutput output) {
        run(log -> log.accept(gaveUp("a\r\nb\u0085c\u2028d\u2029e\u001b[31mf")));
        assertThat(output).contains("IllegalStateException: a b c d e [31mf");
    }

    @Test
    void cutsWhatIsLong(CapturedOutput output) {
        run(log -> log.accept(gaveUp("x".repeat(1_000_000))));
        assertThat(lines(output))
                .singleElement()
                .satisfies(line -> assertThat(line).hasSizeLessThan(600).endsWith("x..."));
    }

    @Test
    void writesALineASecond(CapturedOutput output) {
        run(log -> {
            for (int i = 0; i < 1_000; i++) {
                log.accept(gaveUp("down"));
            }
            time.advance(Duration.ofSeconds(1));
            log.accept(gaveUp("down"));
        });
        assertThat(lines(output)).hasSize(2).last().asString().endsWith("(999 more of these in the last 1 s)");
    }

    @Test
    void saysHowLongACallTookAndWhyItEnded(CapturedOutput output) {
        run(log -> log.accept(gaveUp("down")));
        assertThat(output)
                .contains("Shop.pay (policy 'default') gave up after attempt 3 of 3, 28 ms: no attempts left: "
                        + "java.lang.IllegalStateException: down");
    }

    @Test
    void aCancelledAttemptHasNoResultToAccept(CapturedOutput output) {
        run(log -> log.accept(new RetryDecision(
                "default", "Shop.pay", 1, null, null, false, Duration.ZERO, StopReason.ABORTED, Duration.ZERO)));
        assertThat(output)
                .contains("interrupted, cancelled or shutting down: no result")
                .doesNotContain("not accepted");
    }

    @Test
    void namesThePlaceOfTheCall(CapturedOutput output) {
        application.run(running -> {
            BackoffPolicies policies = running.getBean(BackoffPolicies.class);
            new DecisionLog(time, policies, name -> name)
                    .log(gaveUp("down"), STEP, policies.get("default"), false, "queue orders");
        });
        assertThat(output).contains("Shop.pay at queue orders (policy 'default') gave up after attempt 3 of 3");
    }

    @Test
    void warnsOfEachMethodAndKindOfFailure(CapturedOutput output) {
        run(log -> {
            for (int i = 0; i < 100; i++) {
                log.accept(gaveUp("Shop.pay", new IllegalStateException("down")));
                log.accept(gaveUp("Shop.pay", new IllegalArgumentException("wrong")));
                log.accept(gaveUp("Shop.pay", null));
                log.accept(gaveUp("Shop.payBack", new IllegalStateException("down")));
            }
        });
        assertThat(lines(output))
                .hasSize(4)
                .anyMatch(line -> line.contains("Shop.pay (") && line.contains("wrong"))
                .anyMatch(line -> line.contains("Shop.pay (") && line.contains("result not accepted"))
                .anyMatch(line -> line.contains("Shop.payBack ("));
    }

    @Test
    void logsEveryCallWithItsStackAtDebug(CapturedOutput output) {
        logging.setLogLevel(LOGGER, LogLevel.DEBUG);
        run(log -> {
            for (int i = 0; i < 10; i++) {
                log.accept(gaveUp("down " + i));
            }
        });
        assertThat(lines(output).filter(line -> line.contains("WARN"))).hasSize(1);
        assertThat(lines(output).filter(line -> line.contains("DEBUG"))).hasSize(9);
        assertThat(output.getOut().split("at " + getClass().getName() + ".gaveUp", -1))
                .hasSize(11);
    }

    @Test
    void logsTheStackOfEveryAttemptAtTrace(CapturedOutput output) {
        logging.setLogLevel(LOGGER, LogLevel.DEBUG);
        run(log -> log.accept(retried()));
        assertThat(output)
                .contains("Shop.pay (policy 'default') attempt 1 of 3 failed, next in 1.5 s: ")
                .doesNotContain("\tat ");
        logging.setLogLevel(LOGGER, LogLevel.TRACE);
        run(log -> log.accept(retried()));
        assertThat(output).contains("\tat " + getClass().getName() + ".retried");
    }

    @Test
    void saysThatTheCalleeAskedForADelay(CapturedOutput output) {
        logging.setLogLevel(LOGGER, LogLevel.DEBUG);
        application.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            Iterator<Duration> asked =
                    List.of(Duration.ofSeconds(2), Duration.ZERO, Duration.ZERO).iterator();
            assertThatThrownBy(() -> operations.call("default", () -> {
                        throw new Busy(asked.next());
                    }))
                    .isInstanceOf(Busy.class);
        });
        assertThat(output).contains("attempt 1 of 3 failed, next in ").contains(" s (the callee asked for 2 s): ");
    }

    @Test
    void namesTheRootCause(CapturedOutput output) {
        run(log -> log.accept(
                gaveUp("Shop.pay", new IllegalStateException("wrapped", new IllegalArgumentException("refused")))));
        assertThat(output)
                .contains("java.lang.IllegalStateException: wrapped: java.lang.IllegalArgumentException: refused");
    }

    @Test
    void remotePartiesMakeNoLinesOfTheirOwnInStacks(CapturedOutput output) {
        logging.setLogLevel(LOGGER, LogLevel.DEBUG);
        run(log -> log.accept(
                gaveUp("Shop.pay", new IllegalStateException("no", new IllegalStateException("a\r\nERROR hacked")))));
        assertThat(output).contains("Caused by: java.lang.IllegalStateException: a ERROR hacked");
    }

    @ParameterizedTest
    @CsvSource({
        "backoff.enabled=false, backoff.enabled",
        "backoff.policies.default.enabled=false, backoff.policies.default.enabled"
    })
    void saysThatRetriesAreDisabled(String property, String switchedOff, CapturedOutput output) {
        application.withPropertyValues(property).run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            assertThatThrownBy(() -> operations.call("default", () -> {
                        throw new IOException("down");
                    }))
                    .hasMessage("down");
        });
        assertThat(output)
                .containsPattern("WARN.* programmatic \\(policy 'default'\\) gave up after attempt 1, \\d+ \\w+: "
                        + "retries are disabled by '" + switchedOff + "' \\(.*" + switchedOff
                        + ".*\\): java.io.IOException: down")
                .doesNotContain("not retryable");
    }

    @ParameterizedTest
    @CsvSource({
        "backoff.policies.orders.delay=1s, default",
        "backoff.policies.orders.extends=base, base",
    })
    void namesThePropertyThatThePolicyInherits(String orders, String switchedOff, CapturedOutput output) {
        application
                .withPropertyValues(
                        orders, "backoff.policies.base.delay=1s", "backoff.policies." + switchedOff + ".enabled=false")
                .run(running -> {
                    BackoffOperations operations = running.getBean(BackoffOperations.class);
                    assertThatThrownBy(() -> operations.call("orders", () -> {
                                throw new IOException("down");
                            }))
                            .hasMessage("down");
                });
        assertThat(output)
                .contains("(policy 'orders') gave up after attempt 1")
                .contains("retries are disabled by 'backoff.policies." + switchedOff + ".enabled' (");
    }

    @Test
    void saysThatRetriesWereDisabledWhenTheCallBegan(CapturedOutput output) {
        application.withPropertyValues("backoff.policies.default.enabled=false").run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            assertThatThrownBy(() -> operations.call("default", () -> {
                        enable(running.getBean(PolicyStore.class));
                        throw new IOException("down");
                    }))
                    .hasMessage("down");
        });
        assertThat(output)
                .contains("retries were disabled when the call began: java.io.IOException: down")
                .doesNotContain("transaction");
    }

    private static void enable(PolicyStore store) {
        store.change(
                SettingsGroup.POLICIES, "default", Map.of("enabled", "true"), Author.of(null, ChangeSource.ENDPOINT));
    }

    @Test
    void saysWhichDelayLeavesNoTime(CapturedOutput output) {
        run(
                application.withPropertyValues("backoff.policies.default.max-elapsed=5s"),
                operations -> operations.call("default", () -> {
                    throw new OverloadedException("busy", Duration.ofSeconds(8));
                }));
        assertThat(output)
                .containsPattern(
                        "gave up after attempt 1 of 3, \\d+ \\w+: max-elapsed reached: the next delay is (8|9|1\\d)[.\\d]* s, "
                                + "max-elapsed 5 s: io.backoff.http.OverloadedException: busy");
    }

    @Test
    void saysThatTheTurnOfACallComesTooLate(CapturedOutput output) {
        runPaced(paced -> paced.operations().call("crm", () -> "never"));
        assertThat(output)
                .containsPattern("\\(policy 'crm'\\) gave up after no attempt, .*: " + TOO_LATE
                        + ": io.backoff.engine.PacedException: ")
                .doesNotContain("max-elapsed reached");
    }

    @Test
    void saysThatTheTurnOfARetryComesTooLate(CapturedOutput output) {
        runPaced(paced -> {
            paced.time().advance(Duration.ofSeconds(9));
            paced.operations().call("crm", () -> {
                paced.throttle();
                throw new IOException("down");
            });
        });
        assertThat(output)
                .containsPattern("\\(policy 'crm'\\) gave up after attempt 1 of 3, .*: " + TOO_LATE
                        + ": java.io.IOException: down")
                .doesNotContain("max-elapsed reached");
    }

    @Test
    void saysThatTheTurnComesAfterTheDeadlineOfItsCaller(CapturedOutput output) {
        runPaced(paced ->
                paced.operations().call("short", () -> paced.operations().call("crm", () -> "never")));
        assertThat(output)
                .containsPattern("\\(policy 'crm'\\) gave up after no attempt, .*: " + TOO_LATE)
                .doesNotContain("its caller has stopped waiting");
    }

    private void runPaced(PacedCall call) {
        application
                .withPropertyValues(
                        "backoff.policies.crm.pace=adaptive",
                        "backoff.policies.crm.max-elapsed=3s",
                        "backoff.policies.short.max-elapsed=1s")
                .run(running -> {
                    Paced paced = new Paced(
                            running.getBean(BackoffOperations.class),
                            running.getBean(FakeTime.class),
                            running.getBean(BackoffPolicies.class).get("crm").lane());
                    paced.throttle();
                    catchThrowable(() -> call.make(paced));
                });
    }

    private record Paced(BackoffOperations operations, FakeTime time, Lane lane) {

        /** Holds back the attempts for eight seconds. */
        void throttle() {
            long now = time.nanoTime();
            for (int i = 0; i < 2; i++) {
                lane.begin(now, 0);
                lane.throttled(now, now, Duration.ofSeconds(8));
            }
        }
    }

    @Test
    void saysWhichStatusIsNotRetried(CapturedOutput output) {
        ResponseExtractor extractor = failure -> failure instanceof IOException ? CalleeResponse.ofStatus(507) : null;
        run(
                application.withBean(ResponseExtractor.class, () -> extractor),
                operations -> operations.call("default", () -> {
                    throw new IOException("full");
                }));
        assertThat(output).contains("not retryable: status 507 is not in retry-on-status: java.io.IOException: full");
    }

    @Test
    void saysWhichStatusOfGrpcIsNotRetried(CapturedOutput output) {
        ResponseExtractor extractor = failure ->
                failure instanceof IOException ? new CalleeResponse(GrpcStatus.DATA_LOSS, false, false, null) : null;
        run(
                application.withBean(ResponseExtractor.class, () -> extractor),
                operations -> operations.call("default", () -> {
                    throw new IOException("full");
                }));
        assertThat(output)
                .contains("not retryable: gRPC status DATA_LOSS is not in retry-on-grpc-status: "
                        + "java.io.IOException: full");
    }

    /** It says that the budget is empty for the key, and never which key that is. */
    @Test
    void saysThatTheKeyOfACallIsDenied(CapturedOutput output) {
        run(
                application.withPropertyValues(
                        "backoff.budgets.default.burst=1",
                        "backoff.budgets.default.ratio=0",
                        "backoff.budgets.default.min-per-second=0"),
                operations -> operations.call("default", "acme", () -> {
                    throw new IOException("down");
                }));
        assertThat(output)
                .containsPattern("WARN.* programmatic \\(policy 'default'\\) gave up after attempt 2 of 3, \\d+ \\w+: "
                        + "retry budget empty for the key of this call: java.io.IOException: down")
                .doesNotContain("acme");
    }

    @Test
    void whatAFallbackReplacesIsLogged(CapturedOutput output) {
        application.withBean(Rescued.class).run(running -> {
            assertThat(running.getBean(Rescued.class).pay()).isEqualTo("later");
            assertThat(running.getBean(Rescued.class).refund()).isEqualTo("later");
        });
        assertThat(output).contains("Rescued.pay (policy", "Rescued.refund (policy");
    }

    private static void run(ApplicationContextRunner runner, Call call) {
        runner.run(running -> catchThrowable(() -> call.make(running.getBean(BackoffOperations.class))));
    }

    private void run(Check check) {
        application.run(running -> {
            BackoffPolicies policies = running.getBean(BackoffPolicies.class);
            DecisionLog log = new DecisionLog(time, policies, name -> name);
            check.check(decision -> log.log(decision, STEP, policies.get("default"), false, null));
        });
    }

    private static Stream<String> lines(CapturedOutput output) {
        return output.getOut().lines().filter(line -> line.contains("Shop.pay"));
    }

    private static RetryDecision gaveUp(String message) {
        return gaveUp("Shop.pay", new IllegalStateException(message));
    }

    private static RetryDecision gaveUp(String method, @Nullable Throwable failure) {
        Duration elapsed = Duration.ofNanos(28_123_456);
        return new RetryDecision(
                "default", method, 3, failure, null, false, Duration.ZERO, StopReason.EXHAUSTED, elapsed);
    }

    private static RetryDecision retried() {
        Throwable failure = new IllegalStateException("down");
        Duration delay = Duration.ofMillis(1_500);
        return new RetryDecision("default", "Shop.pay", 1, failure, null, true, delay, null, Duration.ZERO);
    }

    private static final class Busy extends Exception implements RetryAfter {

        private static final long serialVersionUID = 1L;
        private final Duration delay;

        Busy(Duration delay) {
            this.delay = delay;
        }

        @Override
        public Duration retryAfter() {
            return delay;
        }
    }

    static class Rescued {

        @Backoff(fallback = "later")
        String pay() {
            throw new UncheckedIOException(new IOException("down"));
        }

        @Backoff(fallback = "later")
        String refund() {
            throw new UncheckedIOException(new IOException("down"));
        }

        String later() {
            return "later";
        }
    }

    private interface Call {

        void make(BackoffOperations operations) throws Exception;
    }

    private interface PacedCall {

        void make(Paced paced) throws Exception;
    }

    private interface Check {

        void check(Consumer<RetryDecision> log);
    }
}
