package io.backoff.config.policy;

import io.backoff.config.PolicyProperties;
import io.backoff.engine.TimeSource;
import io.backoff.pace.Pace;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Keys;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The state of policies that survives changes of their settings: their {@link Keys} and their {@link Pace}. */
public final class PolicyMemory {

    private final Map<String, Keys> keys = new ConcurrentHashMap<>();
    private final Map<String, Pace> paces = new ConcurrentHashMap<>();
    private final WatchedMap<Keys> keysInUse = new WatchedMap<>();
    private final WatchedMap<Pace> pacesInUse = new WatchedMap<>();
    private final int maxKeys;
    private final TimeSource time;

    /**
     * Creates an empty memory.
     *
     * @param maxKeys maximum number of keys per policy, at least 1
     */
    public PolicyMemory(int maxKeys, TimeSource time) {
        this.maxKeys = maxKeys;
        this.time = time;
    }

    /** Returns the policy with its remembered keys and pace. */
    BackoffPolicy recall(BackoffPolicy policy, LayeredPolicy layers) {
        return policy.with(pace(layers).lane(null), keys.computeIfAbsent(policy.name(), this::createKeys));
    }

    private Keys createKeys(String policy) {
        return new Keys(maxKeys, begun -> keysInUse.add(policy, begun));
    }

    /** The {@link Keys} of each policy whose calls are counted by key. */
    public Collection<Keys> keysInUse() {
        return keysInUse.values();
    }

    /**
     * Passes each policy whose calls have keys to the watcher: immediately if the keys are in use, otherwise on first
     * use.
     *
     * @param watcher receives the name of the policy and its keys; must not throw, and must accept a policy twice
     */
    public void watchKeys(BiConsumer<String, Keys> watcher) {
        keysInUse.watch(watcher);
    }

    private Pace pace(LayeredPolicy layers) {
        return layers.isPaced() ? paces.computeIfAbsent(layers.name(), name -> create(name, layers)) : Pace.OFF;
    }

    private Pace create(String name, LayeredPolicy layers) {
        return Pace.adaptive(
                name, layers.get(PolicyProperties::paceShare), layers.get(PolicyProperties::maxDelay), time.nanoTime());
    }

    /** Applies the changed settings of a policy to its pace. */
    void change(LayeredPolicy layers) {
        Pace pace = pace(layers);
        if (pace.isOn()) {
            pace.change(layers.get(PolicyProperties::paceShare), layers.get(PolicyProperties::maxDelay));
            pacesInUse.add(layers.name(), pace);
        }
        if (!pace.isOn() || !layers.get(PolicyProperties::enabled)) {
            stop(layers.name());
        }
    }

    private void stop(String policy) {
        Pace turnedOff = paces.get(policy);
        if (turnedOff != null) {
            turnedOff.stop();
        }
    }

    /**
     * Passes each pace to the watcher: immediately if the pace has already been turned on, otherwise when it
     * is turned on for the first time.
     *
     * @param watcher must not throw, and must accept a pace twice
     */
    public void watchPaces(Consumer<? super Pace> watcher) {
        pacesInUse.watch((name, pace) -> watcher.accept(pace));
    }

    /** Ends the waits of all paced attempts, at a shutdown. */
    public void leaveAll() {
        paces.values().forEach(Pace::leaveAll);
    }
}
