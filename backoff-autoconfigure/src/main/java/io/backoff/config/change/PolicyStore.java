package io.backoff.config.change;

import io.backoff.budget.RetryBudget;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PolicyProperties;
import io.backoff.config.Setting;
import io.backoff.config.Settings;
import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.BuiltInPolicies;
import io.backoff.config.policy.PolicySnapshot;
import io.backoff.config.policy.SnapshotFactory;
import io.backoff.config.source.ConfiguredSettings;
import io.backoff.config.source.SettingsReader;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.core.env.Environment;

/**
 * The current policies of the application and the settings of its budgets. A change replaces all policies atomically,
 * since they inherit from one another. A rejected change has no effect.
 */
public final class PolicyStore {

    private final SnapshotFactory factory;
    private final SettingsLog changes;
    private final SettingsReader reader;
    private final Map<String, Settings<PolicyProperties>> presets = new LinkedHashMap<>();
    private ConfiguredSettings configured = ConfiguredSettings.NOTHING;
    private volatile ConfiguredSettings changed = ConfiguredSettings.NOTHING;
    private volatile PolicySnapshot snapshot;

    /**
     * Creates a store with the configured policies.
     *
     * @param reader reads later changes
     */
    public PolicyStore(
            SnapshotFactory factory, ConfiguredSettings configured, SettingsLog changes, SettingsReader reader) {
        this.factory = factory;
        this.reader = reader;
        this.changes = changes;
        this.snapshot = factory.nothing();
        swap(configured, changed, create(configured, changed));
    }

    /** The current policies by name, as an immutable map that each change replaces. */
    public Map<String, BackoffPolicy> get() {
        return snapshot.policies();
    }

    /** Whether the policy or budget exists. Policies and budgets are never removed. */
    public boolean isKnown(SettingsGroup group, String name) {
        return snapshot.isKnown(group, name);
    }

    /** Returns every field of a policy or a budget with its origin, in documentation order. */
    public Map<String, Setting> settings(SettingsGroup group, String name) {
        return snapshot.settings(group, name);
    }

    /**
     * Returns the property that sets a field of a policy. If the policy inherits the field, this is a property of the
     * other policy, such as {@code backoff.policies.default.enabled}. Ignores presets, so use this method only for
     * fields that no preset sets.
     */
    public String deciding(String policy, String field) {
        return snapshot.deciding(policy, field);
    }

    /** Returns the property that enables or disables a policy, with its origin. */
    public String enabling(String policy) {
        Setting enabled = settings(SettingsGroup.POLICIES, policy).get("enabled");
        return "'" + deciding(policy, "enabled") + "'" + (enabled == null ? "" : " (" + enabled.origin() + ")");
    }

    /** Returns the policies or budgets that are configured, added or changed, with the fields that they set. */
    public Map<String, ? extends Settings<?>> written(SettingsGroup group) {
        return snapshot.configured().of(group);
    }

    /**
     * The number of fields that were changed since the start and not reset. A changed field counts even if its new
     * value equals the configured one.
     */
    public int overrides() {
        return changed.count();
    }

    /**
     * Returns the effect that {@link #change} would have, without making the change.
     *
     * @param values the values in configuration format, by field; empty to change nothing
     * @throws NoSuchElementException if there is no such policy or budget
     * @throws InvalidPropertyException if {@link #change} would reject the values
     */
    public synchronized SettingPreview preview(SettingsGroup group, String name, Map<String, String> values) {
        requireKnown(group, name);
        ConfiguredSettings change = reader.readChange(group, name, values);
        Settings<?> settings = change.of(group).get(name);
        return settings == null
                ? SettingPreview.of(snapshot, snapshot, group, name, Set.of())
                : SettingPreview.of(
                        snapshot,
                        create(configured, change.over(changed)),
                        group,
                        name,
                        settings.fields().keySet());
    }

    /**
     * Changes fields until they are {@link #reset} or the application restarts. Either all fields are changed or none,
     * because they may depend on one another. The change also applies to policies and budgets that inherit the fields.
     *
     * @param values the values in configuration format, by field, for example {@code max-attempts}
     * @param author the author of the change
     * @throws NoSuchElementException if there is no such policy or budget
     * @throws InvalidPropertyException if a field does not exist or a value is invalid
     */
    public void change(SettingsGroup group, String name, Map<String, String> values, Author author) {
        requireKnown(group, name);
        ConfiguredSettings change = reader.readChange(group, name, values);
        changes.announce(change(change::over, author));
    }

    /**
     * Reverts all changes of a policy or a budget.
     *
     * @param author the author of this change
     * @throws NoSuchElementException if there is no such policy or budget
     * @throws InvalidPropertyException if the configuration contradicts the remaining changes
     */
    public void reset(SettingsGroup group, String name, Author author) {
        requireKnown(group, name);
        changes.announce(change(before -> before.without(group, name), author));
    }

    /** Adds a policy with the name of a preset, and this preset as its only setting, unless a policy of that name exists. */
    public synchronized void addPreset(String preset) {
        if (!isKnown(SettingsGroup.POLICIES, preset)) {
            presets.put(preset, BuiltInPolicies.onlyPreset(preset));
            swap(configured, changed, create(configured, changed));
        }
    }

    /**
     * Whether the budget of a policy is configured: the policy or one of its parents names a budget, or the budget with
     * the policy's own name has configured settings. Settings of that budget that were only changed at run time do not
     * count, because they must not limit calls that were unlimited before.
     */
    public synchronized boolean hasBudget(String policy) {
        return settings(SettingsGroup.POLICIES, policy).containsKey("budget")
                || !policy.equals(SettingsGroup.DEFAULT)
                        && configured.of(SettingsGroup.BUDGETS).containsKey(policy);
    }

    /**
     * Returns a supplier of the current policy for calls that are stored in a database between attempts. Such calls
     * block neither threads nor callers, so the default budget would only delay a backlog. Therefore, a budget applies
     * only if it is {@linkplain #hasBudget configured}.
     */
    public CurrentPolicy forStoredCalls(BackoffPolicies policies, String name) {
        return CurrentPolicy.of(policies, name)
                .adapted(policy -> hasBudget(name) ? policy : policy.withBudget(RetryBudget.UNLIMITED));
    }

    /**
     * Returns the budget of that name, even if no policy uses it. Creates it with its configured limits on first use.
     */
    public synchronized RetryBudget budget(String name) {
        return snapshot.plan().add(name);
    }

    /**
     * Reads the configuration, and applies it if it has changed. Changes by {@link #change} still override it.
     *
     * @return whether the configuration has changed
     * @throws InvalidPropertyException if the configuration is invalid, alone or combined with the changes at run time
     */
    boolean reload(Environment environment, ChangeSource source) {
        ConfiguredSettings next = reader.readAgain(environment);
        List<SettingChange> made;
        synchronized (this) {
            if (next.equals(configured)) {
                return false;
            }
            made = apply(next, changed, Author.configuration(source));
        }
        changes.announce(made);
        return true;
    }

    private synchronized List<SettingChange> change(UnaryOperator<ConfiguredSettings> change, Author author) {
        return apply(configured, change.apply(changed), author);
    }

    // The caller holds the lock, so changes are recorded in the order in which they take effect.
    private List<SettingChange> apply(
            ConfiguredSettings nextConfigured, ConfiguredSettings nextChanged, Author author) {
        PolicySnapshot next = create(nextConfigured, nextChanged);
        // The snapshots are compared before the swap. After it, the old snapshot would also find the new budgets,
        // because it looks up budgets among those in use.
        List<SettingDifference> differences = SettingDifference.between(snapshot, next);
        swap(nextConfigured, nextChanged, next);
        return changes.add(differences, author);
    }

    private PolicySnapshot create(ConfiguredSettings nextConfigured, ConfiguredSettings nextChanged) {
        return factory.create(nextChanged.over(nextConfigured.orPolicies(presets)), snapshot);
    }

    private void swap(ConfiguredSettings nextConfigured, ConfiguredSettings nextChanged, PolicySnapshot next) {
        PolicySnapshot before = snapshot;
        factory.carryOut(next);
        snapshot = next;
        configured = nextConfigured;
        changed = nextChanged;
        SettingsLog.warn(before.warnings(), next.warnings());
    }

    private void requireKnown(SettingsGroup group, String name) {
        if (!isKnown(group, name)) {
            throw new NoSuchElementException("There is no '" + name + "' in " + group.prefix());
        }
    }
}
