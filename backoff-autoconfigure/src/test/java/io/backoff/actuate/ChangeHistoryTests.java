package io.backoff.actuate;

import static io.backoff.actuate.Shop.assertChanged;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.test.FakeTime;
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
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;

/** The history shows who changed what, when and how. */
@ExtendWith(OutputCaptureExtension.class)
class ChangeHistoryTests {

    private final InMemoryAuditEventRepository audit = new InMemoryAuditEventRepository();

    @Test
    void namesEveryPropertyWithItsValuesAndItsAuthor() {
        run(alice -> {
            String at = alice.time().instant().toString();
            alice.change("payments", "max-attempts", "5");
            alice.as("bob").changeBudget("payments", "ratio", "0.2");
            assertThat(alice.changes())
                    .containsExactly(
                            new ChangeReport(at, "bob", "endpoint", "backoff.budgets.payments.ratio", "0.1", "0.2"),
                            new ChangeReport(
                                    at, "alice", "endpoint", "backoff.policies.payments.max-attempts", "3", "5"));
        });
    }

    @Test
    void saysWhen() {
        run(alice -> {
            FakeTime time = alice.time();
            alice.change("payments", "max-attempts", "5");
            time.advance(Duration.ofHours(1));
            alice.change("payments", "max-attempts", "6");
            assertThat(alice.changes())
                    .extracting(ChangeReport::at)
                    .containsExactly(
                            time.instant().toString(),
                            time.instant().minus(Duration.ofHours(1)).toString());
        });
    }

    @Test
    void namesWhatIsTakenBack() {
        run(alice -> {
            alice.change("payments", "max-attempts", "5");
            alice.changeBudget("payments", "burst", "9");
            alice.as("bob").reset("payments");
            alice.as("carol").resetBudget("payments");
            assertThat(alice.changes())
                    .extracting(each -> each.by() + " " + each.property() + " " + each.from() + " " + each.to())
                    .startsWith(
                            "carol backoff.budgets.payments.burst 9 2",
                            "bob backoff.policies.payments.max-attempts 5 3");
        });
    }

    @Test
    void namesABudgetThatIsFilledUp() {
        run(alice -> {
            alice.changeBudget("payments", "{'tokens': 'full', 'burst': 9}");
            assertThat(alice.changes())
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
        run(alice -> {
            alice.change("payments", property, value);
            ChangeReport change = alice.changes().get(0);
            assertThat(change.from()).isEqualTo(from);
            assertThat(change.to()).isEqualTo(to);
            assertThat(alice.change("payments", property, change.from()).getStatus())
                    .isEqualTo(200);
            assertThat(alice.changes().get(0).to()).isEqualTo(from);
        });
    }

    @Test
    void nothingIsTheValueOfWhatNobodyHasSet() {
        run(alice -> {
            alice.change("payments", "preset", "celery");
            assertThat(alice.changes().get(0).from()).isNull();
            alice.reset("payments");
            assertThat(alice.changes().get(0).to()).isNull();
        });
    }

    @Test
    void leavesOutWhatChangesNothing() {
        run(alice -> {
            alice.change("payments", "max-attempts", "3");
            alice.reset("payments");
            assertThat(alice.changes()).isEmpty();
        });
    }

    @Test
    void keepsTheLastFifty() {
        run(alice -> {
            IntStream.rangeClosed(1, 60).forEach(each -> alice.change("payments", "max-attempts", "1" + each));
            assertThat(alice.changes())
                    .hasSize(50)
                    .extracting(ChangeReport::to)
                    .startsWith("160", "159")
                    .endsWith("111");
        });
    }

    @Test
    void cutsLongValuesAndNames() {
        run(alice -> {
            String many = "java.io.IOException,".repeat(90) + "java.io.IOException";
            alice.as("a\nb" + "c".repeat(300)).change("payments", "retry-on", many);
            ChangeReport change = alice.changes().get(0);
            assertThat(change.to())
                    .hasSize(200)
                    .startsWith("java.io.IOException, ")
                    .endsWith("...");
            assertThat(change.by()).hasSizeLessThan(110).startsWith("a bccc");
        });
    }

    @Test
    void doesNotKnowWhoSaysNothing() {
        Shop.run(shop -> {
            shop.change("payments", "max-attempts", "4");
            shop.as(" ").change("payments", "max-attempts", "5");
            assertThat(shop.changes()).hasSize(2).extracting(ChangeReport::by).containsOnly("unknown");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "payments | multiplier | 0.5 | backoff.policies.payments.multiplier: it must be 1 or more",
                "payments | password | secret | backoff.policies.payments.password: there is no such property",
                "payments | retry-on-status | 429, topsecret | backoff.policies.payments.retry-on-status: one of its entries is not an HTTP status",
                "payments | retry-on-grpc-status | topsecret | backoff.policies.payments.retry-on-grpc-status: one of its entries is not a gRPC status",
                "payments | budget | longer-than-20-letters'secret | backoff.policies.payments.budget: there is no such budget",
                "payments | retry-on-status | longer-than-20-letters'secret | backoff.policies.payments.retry-on-status: one of",
                "paymets | delay | 1s | There is no policy 'paymets'.",
                "payments | | 1s | policy 'payments': The body is malformed. Send {\"property\"",
            })
    void whatIsRejectedIsLoggedAndLeftOut(
            String policy, String property, String value, String reason, CapturedOutput output) {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel(ChangeHandler.class.getName(), LogLevel.WARN);
        run(alice -> {
            alice.change(policy, property, value);
            assertThat(alice.changes()).isEmpty();
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
        run(alice -> {
            alice.changeBudget("payments", "tokens", "3");
            alice.endpoint().changeBudget("limits", "pay\nments", "ratio", "3", null, null, SecurityContext.NONE);
            alice.resetBudget("paymets");
            assertThat(alice.changes()).isEmpty();
            assertThat(output)
                    .contains("rejected: backoff.budgets.payments.tokens: tokens can only be set to 'full'")
                    .contains("rejected: There is no budget 'limits/pay ments'.")
                    .contains("rejected: There is no budget 'paymets'.");
        });
    }

    @Test
    void isAnAuditEvent() {
        run(alice -> {
            alice.change("payments", "delay", "1s");
            assertThat(audit.find(null, null, null)).singleElement().satisfies(event -> {
                assertThat(event.getType()).isEqualTo("BACKOFF_SETTING_CHANGED");
                assertThat(event.getPrincipal()).isEqualTo("alice");
                assertThat(event.getTimestamp()).isEqualTo(alice.time().instant());
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
        run(alice -> {
            alice.change("payments", "preset", "celery");
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
        Shop.run(application().withInitializer(context -> context.addApplicationListener(failing)), shop -> {
            assertChanged(shop.change("payments", "delay", "1s"));
            assertThat(shop.changes()).hasSize(1);
            assertThat(output)
                    .contains(
                            "Backoff: a listener for the change of backoff.policies.payments.delay failed", "no audit");
        });
    }

    @Test
    void losesNoneOfManyConcurrentChanges() {
        run(alice -> {
            IntStream.range(0, 40).parallel().forEach(each -> alice.change("payments", "max-attempts", "1" + each));
            assertThat(alice.changes()).hasSize(40);
            // Each change starts from the result of the previous one.
            IntStream.range(1, 40)
                    .forEach(each -> assertThat(alice.changes().get(each).to())
                            .isEqualTo(alice.changes().get(each - 1).from()));
            assertThat(audit.find(null, null, null))
                    .extracting(AuditEvent::getType)
                    .hasSize(40);
        });
    }

    private ApplicationContextRunner application() {
        return Shop.exposed().withBean(AuditListener.class, () -> new AuditListener(audit));
    }

    private void run(Shop.Check check) {
        Shop.run(application(), shop -> check.check(shop.as("alice")));
    }
}
