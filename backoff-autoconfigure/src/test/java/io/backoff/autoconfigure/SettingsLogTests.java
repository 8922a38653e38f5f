package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What changes while the application runs can be read later. */
@ExtendWith(OutputCaptureExtension.class)
class SettingsLogTests {

    @TempDir
    private Path directory;

    @Test
    void namesWhatIsChanged(CapturedOutput output) {
        run(store -> {
            store.change(Section.POLICIES, "a", Map.of("delay", "1s"));
            store.change(Section.BUDGETS, "a", Map.of("burst", "7"));
            store.reset(Section.POLICIES, "a");
            store.reset(Section.BUDGETS, "a");
        });
        assertThat(output)
                .contains("Changed while running: backoff.policies.a.delay is now 1 s (actuator)")
                .contains("Changed while running: backoff.budgets.a.burst is now 7 (actuator)")
                .contains("Changed while running: backoff.policies.a.delay is now 100 ms (" + directory)
                .contains("Changed while running: backoff.budgets.a.burst is no longer set");
    }

    @Test
    void isSilentWhereNothingChanges(CapturedOutput output) {
        run(store -> {
            store.change(Section.POLICIES, "a", Map.of("delay", "100ms"));
            store.reset(Section.POLICIES, "a");
            store.reset(Section.POLICIES, "default");
        });
        assertThat(output).doesNotContain("Changed while running");
    }

    @Test
    void warnsOfWhatIsNewOnly(CapturedOutput output) {
        run(store -> {
            store.change(Section.POLICIES, "a", Map.of("delay", "11s"));
            store.change(Section.POLICIES, "a", Map.of("max-attempts", "4"));
            store.change(Section.POLICIES, "default", Map.of("jitter", "equal"));
        });
        assertThat(output).containsOnlyOnce("it is longer than max-delay");
    }

    @Test
    void warnsAgainOfWhatComesBack(CapturedOutput output) {
        run(store -> {
            store.change(Section.POLICIES, "a", Map.of("delay", "11s"));
            store.reset(Section.POLICIES, "a");
            store.change(Section.POLICIES, "a", Map.of("delay", "11s"));
        });
        assertThat(output.getOut().split("it is longer than max-delay", -1)).hasSize(3);
    }

    private void run(Change change) {
        new YamlApplication(directory)
                .yaml("backoff: {policies: {a: {delay: 100ms}}}")
                .argument("--logging.level." + SettingsLog.class.getName() + "=info")
                .run(policies -> change.make(policies.context().getBean(PolicyStore.class)));
    }

    private interface Change {
        void make(PolicyStore store);
    }
}
