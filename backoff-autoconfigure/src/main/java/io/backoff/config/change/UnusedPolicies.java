package io.backoff.config.change;

import io.backoff.aop.MethodInspection;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.UnusedNames;
import io.backoff.logging.StartupLines;
import io.backoff.message.LogLine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Warns after startup about a policy that no method uses and no policy extends, if its name resembles the name of a
 * used policy. This is not an error, because code may look up policies by name.
 */
public final class UnusedPolicies implements StartupLines {

    private final PolicyStore store;
    private final ObjectProvider<MethodInspection> inspection;
    private final ObjectProvider<PolicyUse> uses;

    public UnusedPolicies(
            PolicyStore store, ObjectProvider<MethodInspection> inspection, ObjectProvider<PolicyUse> uses) {
        this.store = store;
        this.inspection = inspection;
        this.uses = uses;
    }

    @Override
    public List<LogLine> lines() {
        Map<String, Settings<?>> written = new TreeMap<>(store.written(SettingsGroup.POLICIES));
        written.keySet().removeAll(extended(written));
        return List.copyOf(UnusedNames.warnings(SettingsGroup.POLICIES, written, used(), "method"));
    }

    private Set<String> used() {
        Stream<String> annotated = inspection.getObject().methods().stream()
                .map(method -> method.guarded().policy());
        return Stream.concat(annotated, uses.stream().flatMap(use -> use.policies().stream()))
                .collect(Collectors.toSet());
    }

    private static Set<String> extended(Map<String, Settings<?>> written) {
        return written.values().stream()
                .flatMap(settings -> Stream.ofNullable(settings.get("extends")))
                .map(base -> base.value().toString())
                .collect(Collectors.toSet());
    }
}
