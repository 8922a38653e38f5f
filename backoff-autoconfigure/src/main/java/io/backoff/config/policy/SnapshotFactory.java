package io.backoff.config.policy;

import io.backoff.aop.BackoffInvoker;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.config.source.ConfiguredSettings;
import io.backoff.engine.operations.ProgrammaticGuards;
import io.backoff.message.LogLine;
import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.BackoffPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Validates settings and creates policies from them, without affecting the current policies. Also rejects a change at
 * run time if the methods or the code that use the policy cannot work with the new values.
 */
public final class SnapshotFactory {

    private static final String ATTEMPT_TIMEOUT = "attempt-timeout";

    private final PolicyAssembler assembler;
    private final Budgets budgets;
    private final PolicyMemory memory;
    private final ObjectProvider<BackoffInvoker> invoker;
    private final ObjectProvider<ProgrammaticGuards> guards;
    private final ObjectProvider<PolicyVeto> vetoes;

    /**
     * Creates a factory for an application. The invoker, the guards and the vetoes are created after the policies, so
     * the factory looks them up late: the invoker and the guards when a change sets an attempt timeout, and the vetoes
     * when a policy changes.
     *
     * @param memory the memory that outlives the snapshots
     * @param invoker the invoker that knows the annotated methods
     * @param guards the guards of programmatic calls, which know the policies of these calls
     * @param vetoes reject a change after which annotated methods could not work
     */
    public SnapshotFactory(
            PolicyAssembler assembler,
            Budgets budgets,
            PolicyMemory memory,
            ObjectProvider<BackoffInvoker> invoker,
            ObjectProvider<ProgrammaticGuards> guards,
            ObjectProvider<PolicyVeto> vetoes) {
        this.assembler = assembler;
        this.budgets = budgets;
        this.memory = memory;
        this.invoker = invoker;
        this.guards = guards;
        this.vetoes = vetoes;
    }

    /** Creates an empty snapshot, which is current until the settings are read. */
    public PolicySnapshot nothing() {
        BudgetPlan plan = new BudgetPlan(budgets, Map.of());
        return new PolicySnapshot(ConfiguredSettings.NOTHING, Map.of(), Map.of(), plan, Set.of());
    }

    /**
     * Creates the next snapshot.
     *
     * @param before the current snapshot; the next one keeps all its policies, even those no longer configured
     * @throws InvalidPropertyException if the settings are invalid
     */
    public PolicySnapshot create(ConfiguredSettings configured, PolicySnapshot before) {
        BudgetPlan plan = new BudgetPlan(budgets, configured.budgets());
        Map<String, LayeredPolicy> layers =
                LayeredPolicy.all(configured.policies(), before.policies().keySet());
        Map<String, BackoffPolicy> policies = new LinkedHashMap<>();
        Set<LogLine> warnings = new TreeSet<>();
        layers.forEach((name, layered) -> {
            warnings.addAll(PolicyChecks.check(layered));
            BackoffPolicy policy = memory.recall(assembler.assemble(layered, plan.of(layered)), layered);
            check(before.layers().get(name), policy, layered);
            policies.put(name, policy);
        });
        Set<String> budgetsInUse =
                policies.values().stream().map(policy -> policy.budget().name()).collect(Collectors.toSet());
        warnings.addAll(UnusedNames.warnings(SettingsGroup.BUDGETS, configured.budgets(), budgetsInUse, "policy"));
        return new PolicySnapshot(configured, Map.copyOf(layers), Map.copyOf(policies), plan, warnings);
    }

    /**
     * Validates one policy.
     *
     * @param before the current settings; {@code null} for a new policy, which is not in use yet
     */
    private void check(@Nullable LayeredPolicy before, BackoffPolicy after, LayeredPolicy settings) {
        Set<String> changed = before == null ? Set.of() : settings.changedSince(before);
        if (changed.contains(ATTEMPT_TIMEOUT)
                && !after.limits().attemptTimeout().isZero()) {
            check(settings, ATTEMPT_TIMEOUT, () -> invoker.getObject().check(after));
            checkGuards(after, settings);
        }
        if (!changed.isEmpty()) {
            vetoes.stream().forEach(veto -> check(settings, field(veto, changed), () -> veto.check(after)));
        }
    }

    private static String field(PolicyVeto veto, Set<String> changed) {
        return veto.fields().stream()
                .filter(changed::contains)
                .findFirst()
                .orElse(veto.fields().get(0));
    }

    private static void check(LayeredPolicy settings, String field, Runnable check) {
        try {
            check.run();
        } catch (InvalidBackoffException invalid) {
            throw settings.invalid(field, String.valueOf(invalid.getMessage()), invalid.remedy());
        }
    }

    private void checkGuards(BackoffPolicy after, LayeredPolicy settings) {
        if (guards.getObject().areBlocking(after.name())) {
            throw settings.invalid(
                    ATTEMPT_TIMEOUT,
                    "BackoffOperations uses the policy '" + after.name()
                            + "' for blocking calls, whose attempts cannot be ended from outside",
                    "Set a timeout at the client that is called, and name a policy without 'attempt-timeout'.");
        }
    }

    /** Applies a snapshot. */
    public void carryOut(PolicySnapshot next) {
        next.plan().carryOut();
        next.layers().values().forEach(memory::change);
    }
}
