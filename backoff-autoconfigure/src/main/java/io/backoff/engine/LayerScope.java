package io.backoff.engine;

import org.jspecify.annotations.Nullable;

/** Which layer the current thread is in. */
public final class LayerScope {

    // An array that stays with its thread: to enter and to leave a layer is a store each, 15 ns less than setting and
    // removing a thread-local. Of plain objects: what stays with a foreign thread must not hold on to our class loader.
    private static final ThreadLocal<@Nullable Object[]> CURRENT = ThreadLocal.withInitial(() -> new Object[1]);

    private LayerScope() {}

    /** The innermost layer of the thread; {@code null} outside of all. */
    public static @Nullable Layer current() {
        return current(ofThread());
    }

    /** Makes this the innermost layer of the thread; to be ended by {@link #restore} with what was before. */
    public static void enter(Layer layer) {
        restore(ofThread(), layer);
    }

    /** Back to the layer around the one that was entered. */
    public static void restore(@Nullable Layer outer) {
        restore(ofThread(), outer);
    }

    /** Where the layer of this thread is kept; of no use to other threads. */
    static @Nullable Object[] ofThread() {
        return CURRENT.get();
    }

    static @Nullable Layer current(@Nullable Object[] ofThread) {
        return (Layer) ofThread[0];
    }

    static void restore(@Nullable Object[] ofThread, @Nullable Layer layer) {
        ofThread[0] = layer;
    }
}
