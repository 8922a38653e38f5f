package io.backoff.config.policy;

import io.backoff.config.PaceMode;
import io.backoff.config.PolicyProperties;
import io.backoff.engine.TimeSource;
import io.backoff.pace.Pace;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Keys;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The state of policies that survives changes: keys and pace. */
public final class PolicyMemory {

    private final Map<String, Keys> keys = new ConcurrentHashMap<>();
    private final Map<String, Pace> paces = new ConcurrentHashMap<>();
    private final Map<String, Keys> keysInUse = new ConcurrentSkipListMap<>();
    private final List<BiConsumer<String, Keys>> keyWatchers = new CopyOnWriteArrayList<>();
    private final List<Consumer<? super Pace>> paceWatchers = new CopyOnWriteArrayList<>();
    // Every pace that has been in use.
    private final Set<Pace> used = ConcurrentHashMap.newKeySet();
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

    /** Returns the policy with its keys and its pace. */
    BackoffPolicy recall(BackoffPolicy policy, LayeredPolicy layers) {
        return policy.with(pace(layers).lane(null), keys.computeIfAbsent(policy.name(), this::createKeys));
    }

    private Keys createKeys(String policy) {
        return new Keys(maxKeys, begun -> {
            keysInUse.put(policy, begun);
            keyWatchers.forEach(each -> each.accept(policy, begun));
        });
    }

    /** The keys of each policy whose calls have keys, by policy name. */
    public Map<String, Keys> keysInUse() {
        return Map.copyOf(keysInUse);
    }

    /**
     * Passes name and keys of each policy whose calls have keys to the watcher: those in use now, later ones on first
     * use.
     *
     * @param watcher must not throw, and must accept a policy twice
     */
    public void watchKeys(BiConsumer<String, Keys> watcher) {
        // In this order: keys that are first used concurrently may be passed twice, but are never missed.
        keyWatchers.add(watcher);
        keysInUse.forEach(watcher);
    }

    private Pace pace(LayeredPolicy layers) {
        return layers.get(PolicyProperties::pace) == PaceMode.OFF
                ? Pace.OFF
                : paces.computeIfAbsent(layers.name(), name -> create(name, layers));
    }

    private Pace create(String name, LayeredPolicy layers) {
        return Pace.adaptive(
                name, layers.get(PolicyProperties::paceShare), layers.get(PolicyProperties::maxDelay), time.nanoTime());
    }

    /** Applies the settings of a policy. */
    void change(LayeredPolicy layers) {
        Pace pace = pace(layers);
        if (pace.isOn()) {
            pace.change(layers.get(PolicyProperties::paceShare), layers.get(PolicyProperties::maxDelay));
            if (used.add(pace)) {
                paceWatchers.forEach(each -> each.accept(pace));
            }
        }
    }

    /**
     * Passes every pace to the watcher: those in use now, later ones when they are turned on.
     *
     * @param watcher must not throw, and must accept a pace twice
     */
    public void watchPaces(Consumer<? super Pace> watcher) {
        // In this order: a pace that is turned on concurrently may be passed twice, but is never missed.
        paceWatchers.add(watcher);
        used.forEach(watcher);
    }

    /** Ends all waits of paced attempts, for a shutdown. */
    public void leaveAll() {
        paces.values().forEach(Pace::leaveAll);
    }
}
