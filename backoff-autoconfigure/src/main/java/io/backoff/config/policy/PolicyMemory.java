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

/** State that survives changes of a policy: its keys and its pace. */
public final class PolicyMemory {

    private final Map<String, Keys> keys = new ConcurrentHashMap<>();
    private final Map<String, Pace> paces = new ConcurrentHashMap<>();
    private final Map<String, Keys> keysInUse = new ConcurrentSkipListMap<>();
    private final List<BiConsumer<String, Keys>> keyWatchers = new CopyOnWriteArrayList<>();
    private final List<Consumer<? super Pace>> paceWatchers = new CopyOnWriteArrayList<>();
    // Every pace that has been in force.
    private final Set<Pace> used = ConcurrentHashMap.newKeySet();
    private final int maxKeys;
    private final TimeSource time;

    /**
     * Creates a memory without keys or paces.
     *
     * @param maxKeys how many keys of a policy are remembered, at least 1
     */
    public PolicyMemory(int maxKeys, TimeSource time) {
        this.maxKeys = maxKeys;
        this.time = time;
    }

    /** The policy with its keys and its pace. */
    BackoffPolicy recall(BackoffPolicy policy, LayeredPolicy layers) {
        return policy.with(pace(layers).lane(null), keys.computeIfAbsent(policy.name(), this::createKeys));
    }

    private Keys createKeys(String policy) {
        return new Keys(maxKeys, begun -> {
            keysInUse.put(policy, begun);
            keyWatchers.forEach(each -> each.accept(policy, begun));
        });
    }

    /** The keys of each policy whose calls have keys, by the name of the policy. */
    public Map<String, Keys> keysInUse() {
        return Map.copyOf(keysInUse);
    }

    /**
     * Passes the name and the keys of each policy whose calls have keys to the watcher: those in use now, and others when
     * they are used.
     *
     * @param watcher must not throw, and must tolerate a policy that is passed twice
     */
    public void watchKeys(BiConsumer<String, Keys> watcher) {
        // In this order: keys that are used in between are passed twice rather than never.
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

    /** Puts the settings of a policy in force. */
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
     * Passes every pace to the watcher: those in use now, and those that a change at run time turns on, then.
     *
     * @param watcher must not throw, and must tolerate a pace that is passed twice
     */
    public void watchPaces(Consumer<? super Pace> watcher) {
        // In this order: one that is turned on in between is passed twice rather than never.
        paceWatchers.add(watcher);
        used.forEach(watcher);
    }

    /** Ends all delays by a pace, for a shutdown. */
    public void leaveAll() {
        paces.values().forEach(Pace::leaveAll);
    }
}
