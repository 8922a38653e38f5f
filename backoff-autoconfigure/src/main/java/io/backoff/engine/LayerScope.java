package io.backoff.engine;

import org.jspecify.annotations.Nullable;

/** The layer that the current thread is in: the attempt that it makes, or the request that it serves. */
public final class LayerScope {

    // Of the JDK's own class and never removed, only emptied: what is left on a foreign thread refers to nothing of
    // ours.
    private static final ThreadLocal<@Nullable Layer> CURRENT = new ThreadLocal<>();

    private LayerScope() {}

    /** The innermost layer of the thread; {@code null} outside of all. */
    public static @Nullable Layer current() {
        return CURRENT.get();
    }

    /**
     * Makes this the innermost layer of the thread. Code that enters a layer sets it back to what was current before.
     *
     * @param layer {@code null} for none
     */
    public static void set(@Nullable Layer layer) {
        CURRENT.set(layer);
    }
}
