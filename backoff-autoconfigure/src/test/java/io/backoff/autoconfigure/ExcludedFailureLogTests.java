package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.classify.Exclusion.GroupMember;
import io.backoff.classify.FailureGroup;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.decision.NextStep;
import io.backoff.message.LogLimit;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.StopReason;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Logged;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;

/** What is logged about a failure that a group excludes from retries. */
@Logged(names = "io.backoff.policies", level = LogLevel.INFO)
class ExcludedFailureLogTests {

    private static final String LOGGER = "io.backoff.policies";

    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
    private static final String REMEDY = "If a retry can help";

    private final ApplicationContextRunner application = Applications.backoff()
            .withPropertyValues("backoff.policies.orders.max-attempts=3", "backoff.policies.mail.max-attempts=3")
            .withBean(FakeTime.class)
            .withBean(Shop.class);

    @Test
    void namesTheClassAndTheGroup(CapturedOutput output) {
        run(shop -> shop.order(new IllegalArgumentException("no such item")));
        assertThat(lines(output, "WARN"))
                .singleElement()
                .asString()
                .containsPattern("Shop.order \\(policy 'orders'\\) gave up after attempt 1 of 3, \\d+ ms: not retried: "
                        + "java.lang.IllegalArgumentException is of group 'permanent' \\(abort-on\\): "
                        + "java.lang.IllegalArgumentException: no such item$");
    }

    @Test
    void namesTheCauseThatMatched(CapturedOutput output) {
        run(shop -> shop.order(new IOException("outer", new UncheckedIOException(new IOException(new Defect())))));
        assertThat(lines(output, "WARN"))
                .singleElement()
                .asString()
                .contains("not retried: " + Defect.class.getName() + " is of group 'permanent' (abort-on), as a cause: "
                        + "java.io.IOException: outer");
        assertThat(lines(output, "INFO"))
                .singleElement()
                .asString()
                .contains(Defect.class.getName() + " is of group 'permanent'");
    }

    @Test
    void namesTheGroupThatMatched(CapturedOutput output) {
        run(
                application.withPropertyValues("backoff.policies.orders.abort-on=permanent,transient"),
                shop -> shop.order(new IOException("down")));
        assertThat(output)
                .contains("not retried: java.io.IOException is of group 'transient' (abort-on): "
                        + "java.io.IOException: down");
    }

    @Test
    void saysHowToRetryIt(CapturedOutput output) {
        run(
                application.withPropertyValues("backoff.policies.orders.retry-on=transient,java.lang.RuntimeException"),
                shop -> shop.order(new IllegalArgumentException("no such item")));
        assertThat(lines(output, "INFO"))
                .singleElement()
                .asString()
                .contains("Policy 'orders': not retried: java.lang.IllegalArgumentException is of group 'permanent' "
                        + "(abort-on). " + REMEDY + ", set 'backoff.policies.orders.retry-on' to "
                        + "'transient, java.lang.RuntimeException, java.lang.IllegalArgumentException'");
    }

    /** The remedy is a value that can be written as it is. */
    @Test
    void theRemedyHelps(CapturedOutput output) {
        run(shop -> shop.order(new Defect()));
        String line = lines(output, "INFO").get(0);
        String value = line.replaceAll(".*retry-on' to '([^']*)'.*", "$1");
        application
                .withPropertyValues("backoff.policies.orders.retry-on=" + value)
                .run(context -> {
                    catchThrowable(() -> context.getBean(Shop.class).order(new Defect()));
                    assertThat(context.getBean(FakeTime.class).waits()).hasSize(2);
                });
    }

    @Test
    void saysHowOnceForEachPolicyAndClass(CapturedOutput output) {
        application.run(context -> {
            Shop shop = context.getBean(Shop.class);
            FakeTime time = context.getBean(FakeTime.class);
            for (int day = 0; day < 400; day++) {
                time.advance(Duration.ofDays(1));
                catchThrowable(() -> shop.order(new IllegalArgumentException("a")));
                catchThrowable(() -> shop.cancel(new IllegalArgumentException("b")));
            }
            assertThat(lines(output, "INFO")).hasSize(1);
            catchThrowable(() -> shop.order(new Defect()));
            assertThat(lines(output, "INFO")).hasSize(2).last().asString().contains("Policy 'orders'", "Defect");
            catchThrowable(() -> shop.mail(new Defect()));
            assertThat(lines(output, "INFO")).hasSize(3).last().asString().contains("Policy 'mail'", "Defect");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"backoff.enabled=false", "backoff.policies.orders.enabled=false"})
    void saysNothingOfItWhereRetriesAreDisabled(String property, CapturedOutput output) {
        run(application.withPropertyValues(property), shop -> shop.order(new Defect()));
        assertThat(lines(output, "WARN")).singleElement().asString().contains("retries are disabled by");
        assertThat(output).doesNotContain("of group", REMEDY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "abort-on=permanent,java.lang.IllegalArgumentException",
                "abort-on=java.lang.IllegalArgumentException"
            })
    void saysNothingOfItWhereTheClassIsNamed(String abortOn, CapturedOutput output) {
        run(
                application.withPropertyValues("backoff.policies.orders." + abortOn),
                shop -> shop.order(new IllegalArgumentException("no such item")));
        assertThat(lines(output, "WARN")).singleElement().asString().contains("not retryable");
        assertThat(output).doesNotContain("of group", REMEDY);
    }

    @Test
    void namesTheAnnotationThatReplacesTheSetting(CapturedOutput output) {
        run(shop -> shop.replace(new IllegalArgumentException("no such item")));
        assertThat(lines(output, "INFO"))
                .singleElement()
                .asString()
                .contains(REMEDY + ", name the class in 'retryOn' of @Backoff: ");
    }

    @Test
    void saysNothingOfItWhereAnnotationsNameTheClass(CapturedOutput output) {
        run(shop -> shop.refund(new IllegalArgumentException("no such item")));
        assertThat(lines(output, "WARN")).hasSize(1);
        assertThat(output).doesNotContain("of group", REMEDY);
    }

    @Test
    void isSilentAtWarnAndSaysItOnceTheLevelIsLowered(CapturedOutput output) {
        logging.setLogLevel(LOGGER, LogLevel.WARN);
        application.run(context -> {
            Shop shop = context.getBean(Shop.class);
            catchThrowable(() -> shop.order(new Defect()));
            assertThat(output).doesNotContain(REMEDY);
            logging.setLogLevel(LOGGER, LogLevel.INFO);
            catchThrowable(() -> shop.order(new Defect()));
            assertThat(lines(output, "INFO")).hasSize(1);
        });
    }

    @Test
    void doesNotFloodTheLogWhateverIsThrown(CapturedOutput output) {
        application.run(context -> {
            BackoffPolicies policies = context.getBean(BackoffPolicies.class);
            DecisionLog log = new DecisionLog(new FakeTime(), policies, name -> name);
            IntStream.range(0, 3 * LogLimit.MOST_KINDS)
                    .forEach(each -> log.log(
                            gaveUp(),
                            excluded(new GroupMember("Generated" + each, FailureGroup.PERMANENT)),
                            policies.get("orders"),
                            false,
                            null));
        });
        assertThat(lines(output, "INFO")).hasSizeBetween(LogLimit.MOST_KINDS, LogLimit.MOST_KINDS + 1);
    }

    private void run(Consumer<Shop> call) {
        run(application, call);
    }

    private static void run(ApplicationContextRunner runner, Consumer<Shop> call) {
        runner.run(context -> catchThrowable(() -> call.accept(context.getBean(Shop.class))));
    }

    private static NextStep excluded(GroupMember member) {
        return NextStep.notRetryable(member);
    }

    private static RetryDecision gaveUp() {
        return new RetryDecision(
                "orders",
                "Shop.order",
                1,
                new IllegalArgumentException(),
                null,
                false,
                Duration.ZERO,
                StopReason.NOT_RETRYABLE,
                Duration.ZERO);
    }

    private static List<String> lines(CapturedOutput output, String level) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains(" " + level + " ") && line.contains(LOGGER))
                .toList();
    }

    private static final class Defect extends UnsupportedOperationException {

        private static final long serialVersionUID = 1L;

        Defect() {
            super("defect");
        }
    }

    static class Shop {

        @Backoff("orders")
        void order(Exception failure) {
            fail(failure);
        }

        @Backoff("orders")
        void cancel(Exception failure) {
            fail(failure);
        }

        @Backoff(value = "orders", abortOn = IllegalArgumentException.class)
        void refund(Exception failure) {
            fail(failure);
        }

        @Backoff(value = "orders", retryOn = IOException.class)
        void replace(Exception failure) {
            fail(failure);
        }

        @Backoff("mail")
        void mail(Exception failure) {
            fail(failure);
        }

        @SuppressWarnings("unchecked")
        private static <E extends Exception> void fail(Exception failure) throws E {
            throw (E) failure;
        }
    }
}
