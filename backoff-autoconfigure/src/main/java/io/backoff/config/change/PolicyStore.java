package io.backoff.config.change;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.Setting;
import io.backoff.config.SettingsGroup;
import io.backoff.config.policy.BuiltInPolicies;
import io.backoff.config.policy.ChangedSetting;
import io.backoff.config.policy.PolicyLayers;
import io.backoff.config.policy.Snapshot;
import io.backoff.config.policy.SnapshotFactory;
import io.backoff.config.source.ConfiguredSettings;
import io.backoff.policy.BackoffPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;

/**
 * The policies of the application, and the settings of its budgets, as they are now. A change swaps all policies at
 * once, so that those that inherit from one another are never seen half changed; one that is refused changes nothing.
 */
public final class PolicyStore {

    private final SnapshotFactory factory;
    private final SettingChanges changes;
    private ConfiguredSettings presets = ConfiguredSettings.NOTHING;
    private ConfiguredSettings configured = ConfiguredSettings.NOTHING;
    private ConfiguredSettings changed = ConfiguredSettings.NOTHING;
    private volatile Snapshot snapshot;
    private volatile int overrides;

    public PolicyStore(SnapshotFactory factory, ConfiguredSettings configured, SettingChanges changes) {
        this.factory = factory;
        this.changes = changes;
        this.snapshot = factory.nothing();
        swap(configured, changed, create(configured, changed));
    }

    /** The policies by name, as they are now: an immutable map, which each change replaces as a whole. */
    public Map<String, BackoffPolicy> get() {
        return snapshot.policies();
    }

    /** Whether there is such a policy or budget. What exists never vanishes. */
    public boolean isKnown(SettingsGroup group, String name) {
        return snapshot.isKnown(group, name);
    }

    /** Every field of a policy or a budget with its origin, in the order of the documentation. */
    public Map<String, Setting> settings(SettingsGroup group, String name) {
        return snapshot.settings(group, name);
    }

    /**
     * The property that a field of a policy comes from: its own, or that of the policy it inherits the field from, such as
     * {@code backoff.policies.default.enabled}.
     */
    public String deciding(String policy, String field) {
        return PolicyLayers.deciding(snapshot.layers(), policy, field).toString();
    }

    /** The policies or budgets that somebody has written, with their fields. */
    Map<String, Map<String, Setting>> written(SettingsGroup group) {
        return snapshot.configured().of(group);
    }

    /** How many fields have been changed since the start and not been taken back, whatever is configured. */
    public int overrides() {
        return overrides;
    }

    /**
     * Changes fields until they are {@link #reset} or the application restarts: all or none, so that they may depend on
     * one another. Policies and budgets that inherit the fields follow.
     *
     * @param values the values, as they would be written in the configuration, by the names of the fields, for example
     *     {@code max-attempts}
     * @param author who changes them
     * @throws NoSuchElementException if there is no such policy or budget
     * @throws InvalidPropertyException if a field does not exist, or a value cannot be used
     */
    public void change(SettingsGroup group, String name, Map<String, String> values, Author author) {
        requireKnown(group, name);
        Map<String, Setting> settings = new LinkedHashMap<>();
        values.forEach((field, value) -> settings.put(field, ChangedSetting.of(group, name, field, value)));
        UnaryOperator<Map<String, Setting>> change = fields -> {
            fields.putAll(settings);
            return fields;
        };
        changes.announce(change(group, name, change, author));
    }

    /**
     * Takes back all changes of a policy or a budget.
     *
     * @param author who takes them back
     * @throws NoSuchElementException if there is no such policy or budget
     * @throws InvalidPropertyException if what is configured contradicts changes that stay
     */
    public void reset(SettingsGroup group, String name, Author author) {
        requireKnown(group, name);
        changes.announce(change(group, name, fields -> Map.of(), author));
    }

    /** Adds the policy that is nothing but the preset of its name, unless there is one of that name. */
    public synchronized void addPreset(String preset) {
        if (!isKnown(SettingsGroup.POLICIES, preset)) {
            presets = presets.with(SettingsGroup.POLICIES, preset, fields -> BuiltInPolicies.onlyPreset(preset));
            swap(configured, changed, create(configured, changed));
        }
    }

    /**
     * Follows a changed configuration. What {@link #change} has changed stays on top of it.
     *
     * @return whether it is another one than before
     * @throws InvalidPropertyException if it cannot be used, or not together with such changes
     */
    boolean reload(ConfiguredSettings next, ChangeSource source) {
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

    private synchronized List<SettingChange> change(
            SettingsGroup group, String name, UnaryOperator<Map<String, Setting>> change, Author author) {
        return apply(configured, changed.with(group, name, change), author);
    }

    // Under the lock, so that changes are remembered in the order in which they take effect.
    private List<SettingChange> apply(
            ConfiguredSettings nextConfigured, ConfiguredSettings nextChanged, Author author) {
        Snapshot next = create(nextConfigured, nextChanged);
        // Before it is in force: afterwards new budgets would seem to have been there all along.
        List<SettingDifference> differences = SettingDifference.between(snapshot, next);
        swap(nextConfigured, nextChanged, next);
        return changes.add(differences, author);
    }

    private Snapshot create(ConfiguredSettings nextConfigured, ConfiguredSettings nextChanged) {
        return factory.create(nextChanged.over(nextConfigured.orElse(presets)), snapshot);
    }

    private void swap(ConfiguredSettings nextConfigured, ConfiguredSettings nextChanged, Snapshot next) {
        Snapshot before = snapshot;
        next.plan().carryOut();
        snapshot = next;
        configured = nextConfigured;
        changed = nextChanged;
        overrides = nextChanged.count();
        SettingsLog.warn(before.warnings(), next.warnings());
    }

    private void requireKnown(SettingsGroup group, String name) {
        if (!isKnown(group, name)) {
            throw new NoSuchElementException("There is no '" + name + "' in " + group.prefix());
        }
    }
}
