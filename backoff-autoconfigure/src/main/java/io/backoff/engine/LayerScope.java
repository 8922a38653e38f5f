package io.backoff.engine;

import org.jspecify.annotations.Nullable;

/** Which layer the current thread is in. */
public final class LayerScope {

    private static final ThreadLocal<@Nullable Layer> CURRENT = new ThreadLocal<>();

    private LayerScope() {}

    /** The innermost layer of the thread; {@code null} outside of all. */
    public static @Nullable Layer current() {
        return CURRENT.get();
    }

    /** Makes this the innermost layer of the thread; to be ended by {@link #restore} with what was before. */
    public static void enter(Layer layer) {
        CURRENT.set(layer);
    }

    /** Back to the layer around the one that was entered. */
    public static void restore(@Nullable Layer outer) {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }
}
