package io.backoff.config.change;

import io.backoff.aop.MethodInspection;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.UnusedBudgets;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLine;
import java.lang.System.Logger;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Warns after startup of policies that no method uses and no policy extends, if their names resemble a policy
 * that methods use. Not an error, because code may use a policy by its name.
 */
public final class UnusedPolicies implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger logger = SpringLogger.of(UnusedPolicies.class);

    private final ApplicationContext context;
    private final PolicyStore store;
    private final ObjectProvider<MethodInspection> inspection;
    private final ObjectProvider<PolicyUse> uses;

    public UnusedPolicies(
            ApplicationContext context,
            PolicyStore store,
            ObjectProvider<MethodInspection> inspection,
            ObjectProvider<PolicyUse> uses) {
        this.context = context;
        this.store = store;
        this.inspection = inspection;
        this.uses = uses;
    }

    /** Ignores events of child contexts, which arrive here too. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() == context) {
            warnings().forEach(each -> each.log(logger));
        }
    }

    private Set<LogLine> warnings() {
        Map<String, ? extends Settings<?>> written = store.written(SettingsGroup.POLICIES);
        Set<String> used = used();
        Set<String> extended = extended(written);
        return written.entrySet().stream()
                .filter(each -> !used.contains(each.getKey()) && !extended.contains(each.getKey()))
                .flatMap(each ->
                        UnusedBudgets.warning(SettingsGroup.POLICIES, each.getKey(), each.getValue(), used, "method"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> used() {
        Stream<String> annotated = inspection.getObject().methods().stream()
                .map(each -> each.guarded().policy());
        return Stream.concat(annotated, uses.stream().flatMap(each -> each.policies().stream()))
                .collect(Collectors.toSet());
    }

    private static Set<String> extended(Map<String, ? extends Settings<?>> written) {
        return written.values().stream()
                .flatMap(settings -> Stream.ofNullable(settings.get("extends")))
                .map(base -> base.value().toString())
                .collect(Collectors.toSet());
    }
}
