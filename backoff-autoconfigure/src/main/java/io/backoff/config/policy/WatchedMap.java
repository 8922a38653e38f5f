package io.backoff.config.policy;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A map that keeps all values and passes every value to its watchers. */
final class WatchedMap<V> {

    private final Map<String, V> values = new ConcurrentSkipListMap<>();
    private final List<BiConsumer<String, ? super V>> watchers = new CopyOnWriteArrayList<>();

    @Nullable
    V get(String name) {
        return values.get(name);
    }

    Collection<V> values() {
        return values.values();
    }

    /** Adds a value unless the map has a value of that name. */
    void add(String name, V value) {
        if (values.putIfAbsent(name, value) == null) {
            watchers.forEach(watcher -> watcher.accept(name, value));
        }
    }

    /**
     * Passes every value to the watcher: existing ones now, later ones when they are added.
     *
     * @param watcher must not throw, and must accept a value twice
     */
    void watch(BiConsumer<String, ? super V> watcher) {
        // The watcher is registered first, so a value that is added concurrently may be passed twice, but is never
        // missed.
        watchers.add(watcher);
        values.forEach(watcher);
    }
}
