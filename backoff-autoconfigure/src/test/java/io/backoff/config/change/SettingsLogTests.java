package io.backoff.config.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.SettingsGroup;
import io.backoff.config.YamlApplication;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Changes at run time are logged. */
@ExtendWith(OutputCaptureExtension.class)
class SettingsLogTests {

    @RegisterExtension
    final YamlApplication application = new YamlApplication();

    private static final Author ALICE = new Author("alice", ChangeSource.ENDPOINT);

    @Test
    void namesWhatIsChangedAndWhoChangesIt(CapturedOutput output) {
        run(store -> {
            store.change(SettingsGroup.POLICIES, "a", Map.of("delay", "1s", "max-attempts", "5"), ALICE);
            store.change(SettingsGroup.BUDGETS, "a", Map.of("burst", "7"), new Author("bob", ChangeSource.JMX));
            store.reset(SettingsGroup.POLICIES, "a", ALICE);
            store.reset(SettingsGroup.BUDGETS, "a", ALICE);
        });
        assertThat(output.getOut().lines().filter(line -> line.contains(" changed from ")))
                .extracting(line -> line.substring(line.indexOf("Backoff: ")))
                .containsExactly(
                        "Backoff: backoff.policies.a.delay changed from 100 ms to 1 s by alice (endpoint)",
                        "Backoff: backoff.policies.a.max-attempts changed from 3 to 5 by alice (endpoint)",
                        "Backoff: backoff.budgets.a.burst changed from 20 to 7 by bob (jmx)",
                        "Backoff: backoff.policies.a.delay changed from 1 s to 100 ms by alice (endpoint)",
                        "Backoff: backoff.policies.a.max-attempts changed from 5 to 3 by alice (endpoint)",
                        "Backoff: backoff.budgets.a.burst changed from 7 to 20 by alice (endpoint)");
    }

    @Test
    void namesWhatNobodyHadSetBefore(CapturedOutput output) {
        run(store -> {
            store.change(SettingsGroup.POLICIES, "a", Map.of("preset", "celery"), ALICE);
            store.reset(SettingsGroup.POLICIES, "a", ALICE);
        });
        assertThat(output)
                .contains("Backoff: backoff.policies.a.preset changed from nothing to celery by alice (endpoint)")
                .contains("Backoff: backoff.policies.a.preset changed from celery to nothing by alice (endpoint)");
    }

    @Test
    void isSilentWhereNothingChanges(CapturedOutput output) {
        run(store -> {
            store.change(SettingsGroup.POLICIES, "a", Map.of("delay", "100ms"), Author.of(null, ChangeSource.ENDPOINT));
            store.reset(SettingsGroup.POLICIES, "a", ALICE);
            store.reset(SettingsGroup.POLICIES, "default", ALICE);
        });
        assertThat(output).doesNotContain(" changed from ");
    }

    @Test
    void warnsOfWhatIsNewOnly(CapturedOutput output) {
        run(store -> {
            store.change(SettingsGroup.POLICIES, "a", Map.of("delay", "11s"), Author.of(null, ChangeSource.ENDPOINT));
            store.change(
                    SettingsGroup.POLICIES, "a", Map.of("max-attempts", "4"), Author.of(null, ChangeSource.ENDPOINT));
            store.change(
                    SettingsGroup.POLICIES,
                    "default",
                    Map.of("jitter", "equal"),
                    Author.of(null, ChangeSource.ENDPOINT));
        });
        assertThat(output).containsOnlyOnce("which is longer than max-delay");
    }

    @Test
    void warnsAgainOfWhatComesBack(CapturedOutput output) {
        run(store -> {
            store.change(SettingsGroup.POLICIES, "a", Map.of("delay", "11s"), Author.of(null, ChangeSource.ENDPOINT));
            store.reset(SettingsGroup.POLICIES, "a", ALICE);
            store.change(SettingsGroup.POLICIES, "a", Map.of("delay", "11s"), Author.of(null, ChangeSource.ENDPOINT));
        });
        assertThat(output.getOut().split("which is longer than max-delay", -1)).hasSize(3);
    }

    private void run(Change change) {
        application
                .yaml("backoff: {policies: {a: {delay: 100ms}}}")
                .argument("--logging.level." + SettingsLog.class.getName() + "=info")
                .run(policies -> change.make(policies.context().getBean(PolicyStore.class)));
    }

    private interface Change {
        void make(PolicyStore store);
    }
}
