package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.test.FakeTime;
import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.audit.listener.AuditListener;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;

/** The history shows who changed what, when and how. */
@ExtendWith(OutputCaptureExtension.class)
class ChangeHistoryTests {

    private static final SecurityContext ALICE = caller("alice");

    private final InMemoryAuditEventRepository audit = new InMemoryAuditEventRepository();

    @Test
    void namesEveryPropertyWithItsValuesAndItsAuthor() {
        run((context, endpoint) -> {
            String at = context.getBean(FakeTime.class).instant().toString();
            endpoint.change("payments", "max-attempts", "5", null, null, ALICE);
            endpoint.changeBudget("budgets", "payments", "ratio", "0.2", null, null, caller("bob"));
            assertThat(endpoint.backoff().changes())
                    .containsExactly(
                            new ChangeReport(at, "bob", "endpoint", "backoff.budgets.payments.ratio", "0.1", "0.2"),
                            new ChangeReport(
                                    at, "alice", "endpoint", "backoff.policies.payments.max-attempts", "3", "5"));
        });
    }

    @Test
    void saysWhen() {
        run((context, endpoint) -> {
            FakeTime time = context.getBean(FakeTime.class);
            endpoint.change("payments", "max-attempts", "5", null, null, ALICE);
            time.advance(Duration.ofHours(1));
            endpoint.change("payments", "max-attempts", "6", null, null, ALICE);
            assertThat(endpoint.backoff().changes())
                    .extracting(ChangeReport::at)
                    .containsExactly(
                            time.instant().toString(),
                            time.instant().minus(Duration.ofHours(1)).toString());
        });
    }

    @Test
    void namesWhatIsTakenBack() {
        run((context, endpoint) -> {
            endpoint.change("payments", "max-attempts", "5", null, null, ALICE);
            endpoint.changeBudget("budgets", "payments", "burst", "9", null, null, ALICE);
            endpoint.reset("payments", caller("bob"));
            endpoint.resetBudget("budgets", "payments", caller("carol"));
            assertThat(endpoint.backoff().changes())
                    .extracting(each -> each.by() + " " + each.property() + " " + each.from() + " " + each.to())
                    .startsWith(
                            "carol backoff.budgets.payments.burst 9 2",
                            "bob backoff.policies.payments.max-attempts 5 3");
        });
    }

    @Test
    void namesABudgetThatIsFilledUp() {
        run((context, endpoint) -> {
            endpoint.changeBudget(
                    "budgets", "payments", null, null, "{\"tokens\": \"full\", \"burst\": 9}", null, ALICE);
            assertThat(endpoint.backoff().changes())
                    .extracting(each -> each.by() + " " + each.property() + " " + each.from() + " " + each.to())
                    .containsExactly(
                            "alice backoff.budgets.payments.tokens 2 full", "alice backoff.budgets.payments.burst 2 9");
        });
    }

    /** The previous value can always be sent back to undo the change. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delay | 1s | PT0.2S | PT1S",
                "retry-on-status | 503,5xx | 408, 425, 429, 500, 502, 503, 504 | 503, 5xx",
                "jitter | equal | full | equal",
                "retry-on | java.io.IOException | java.lang.Exception | java.io.IOException",
                "abort-on | java.lang.Error, transient | permanent | java.lang.Error, transient",
                "enabled | false | true | false",
                "multiplier | 3 | 2.0 | 3.0"
            })
    void showsValuesAsTheyCanBeSent(String property, String value, String from, String to) {
        run((context, endpoint) -> {
            endpoint.change("payments", property, value, null, null, ALICE);
            ChangeReport change = endpoint.backoff().changes().get(0);
            assertThat(change.from()).isEqualTo(from);
            assertThat(change.to()).isEqualTo(to);
            assertThat(endpoint.change("payments", property, change.from(), null, null, ALICE)
                            .getStatus())
                    .isEqualTo(200);
            assertThat(endpoint.backoff().changes().get(0).to()).isEqualTo(from);
        });
    }

    @Test
    void nothingIsTheValueOfWhatNobodyHasSet() {
        run((context, endpoint) -> {
            endpoint.change("payments", "preset", "celery", null, null, ALICE);
            assertThat(endpoint.backoff().changes().get(0).from()).isNull();
            endpoint.reset("payments", ALICE);
            assertThat(endpoint.backoff().changes().get(0).to()).isNull();
        });
    }

    @Test
    void leavesOutWhatChangesNothing() {
        run((context, endpoint) -> {
            endpoint.change("payments", "max-attempts", "3", null, null, ALICE);
            endpoint.reset("payments", ALICE);
            assertThat(endpoint.backoff().changes()).isEmpty();
        });
    }

    @Test
    void keepsTheLastFifty() {
        run((context, endpoint) -> {
            IntStream.rangeClosed(1, 60)
                    .forEach(each -> endpoint.change("payments", "max-attempts", "1" + each, null, null, ALICE));
            assertThat(endpoint.backoff().changes())
                    .hasSize(50)
                    .extracting(ChangeReport::to)
                    .startsWith("160", "159")
                    .endsWith("111");
        });
    }

    @Test
    void cutsLongValuesAndNames() {
        run((context, endpoint) -> {
            String many = "java.io.IOException,".repeat(90) + "java.io.IOException";
            endpoint.change("payments", "retry-on", many, null, null, caller("a\nb" + "c".repeat(300)));
            ChangeReport change = endpoint.backoff().changes().get(0);
            assertThat(change.to())
                    .hasSize(200)
                    .startsWith("java.io.IOException, ")
                    .endsWith("...");
            assertThat(change.by()).hasSizeLessThan(110).startsWith("a bccc");
        });
    }

    @Test
    void doesNotKnowWhoSaysNothing() {
        run((context, endpoint) -> {
            endpoint.change("payments", "max-attempts", "4", null, null, SecurityContext.NONE);
            endpoint.change("payments", "max-attempts", "5", null, null, caller(" "));
            assertThat(endpoint.backoff().changes())
                    .hasSize(2)
                    .extracting(ChangeReport::by)
                    .containsOnly("unknown");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "payments | multiplier | 0.5 | backoff.policies.payments.multiplier: it must be 1 or more",
                "payments | password | secret | backoff.policies.payments.password: there is no such property",
                "paymets | delay | 1s | There is no policy 'paymets'.",
                "payments | | 1s | policy 'payments': The body is malformed. Send {\"property\"",
            })
    void whatIsRejectedIsLoggedAndLeftOut(
            String policy, String property, String value, String reason, CapturedOutput output) {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel(ChangeHandler.class.getName(), LogLevel.WARN);
        run((context, endpoint) -> {
            endpoint.change(policy, property, value, null, null, ALICE);
            assertThat(endpoint.backoff().changes()).isEmpty();
            assertThat(output)
                    .containsOnlyOnce("WARN")
                    .contains("Backoff: a change by alice (endpoint) is rejected: " + reason)
                    .doesNotContain("secret");
        });
        assertThat(audit.find(null, null, null)).isEmpty();
    }

    @Test
    void rejectedChangesOfBudgetsAndGroupsAreLogged(CapturedOutput output) {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel(ChangeHandler.class.getName(), LogLevel.WARN);
        run((context, endpoint) -> {
            endpoint.changeBudget("budgets", "payments", "tokens", "3", null, null, ALICE);
            endpoint.changeBudget("limits", "pay\nments", "ratio", "3", null, null, ALICE);
            endpoint.resetBudget("budgets", "paymets", ALICE);
            assertThat(endpoint.backoff().changes()).isEmpty();
            assertThat(output)
                    .contains("rejected: backoff.budgets.payments.tokens: tokens can only be filled up")
                    .contains("rejected: There is no budget 'limits/pay ments'.")
                    .contains("rejected: There is no budget 'paymets'.");
        });
    }

    @Test
    void isAnAuditEvent() {
        run((context, endpoint) -> {
            endpoint.change("payments", "delay", "1s", null, null, ALICE);
            assertThat(audit.find(null, null, null)).singleElement().satisfies(event -> {
                assertThat(event.getType()).isEqualTo("BACKOFF_SETTING_CHANGED");
                assertThat(event.getPrincipal()).isEqualTo("alice");
                assertThat(event.getTimestamp())
                        .isEqualTo(context.getBean(FakeTime.class).instant());
                assertThat(event.getData())
                        .isEqualTo(Map.of(
                                "by", "alice",
                                "source", "endpoint",
                                "property", "backoff.policies.payments.delay",
                                "from", "PT0.2S",
                                "to", "PT1S",
                                "at", event.getTimestamp().toString()));
            });
        });
    }

    @Test
    void leavesOutOfTheAuditWhatNobodyHasSet() {
        run((context, endpoint) -> {
            endpoint.change("payments", "preset", "celery", null, null, ALICE);
            assertThat(audit.find(null, null, null))
                    .singleElement()
                    .satisfies(event -> assertThat(event.getData())
                            .containsEntry("to", "celery")
                            .doesNotContainKey("from"));
        });
    }

    @Test
    void anAuditThatFailsDoesNotFailTheChange(CapturedOutput output) {
        ApplicationListener<AuditApplicationEvent> failing = event -> {
            throw new IllegalStateException("no audit");
        };
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel("io.backoff.config", LogLevel.WARN);
        application()
                .withInitializer(context -> context.addApplicationListener(failing))
                .run(context -> {
                    BackoffEndpoint endpoint = context.getBean(BackoffEndpoint.class);
                    assertThat(endpoint.change("payments", "delay", "1s", null, null, ALICE)
                                    .getStatus())
                            .isEqualTo(200);
                    assertThat(endpoint.backoff().changes()).hasSize(1);
                    assertThat(output)
                            .contains(
                                    "Backoff: a listener for the change of backoff.policies.payments.delay failed",
                                    "no audit");
                });
    }

    @Test
    void losesNoneOfManyConcurrentChanges() {
        run((context, endpoint) -> {
            IntStream.range(0, 40)
                    .parallel()
                    .forEach(each -> endpoint.change("payments", "max-attempts", "1" + each, null, null, ALICE));
            assertThat(endpoint.backoff().changes()).hasSize(40);
            // Each change starts from the result of the previous one.
            IntStream.range(1, 40)
                    .forEach(each -> assertThat(
                                    endpoint.backoff().changes().get(each).to())
                            .isEqualTo(
                                    endpoint.backoff().changes().get(each - 1).from()));
            assertThat(audit.find(null, null, null))
                    .extracting(AuditEvent::getType)
                    .hasSize(40);
        });
    }

    private static SecurityContext caller(String name) {
        return new SecurityContext() {

            @Override
            public Principal getPrincipal() {
                return () -> name;
            }

            @Override
            public boolean isUserInRole(String role) {
                return false;
            }
        };
    }

    private ApplicationContextRunner application() {
        return Shop.exposed().withBean(AuditListener.class, () -> new AuditListener(audit));
    }

    private void run(Check check) {
        application().run(context -> check.check(context, context.getBean(BackoffEndpoint.class)));
    }

    private interface Check {
        void check(AssertableApplicationContext context, BackoffEndpoint endpoint) throws Exception;
    }
}
