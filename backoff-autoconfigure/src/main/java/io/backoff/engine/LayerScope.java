package io.backoff.engine;

import org.jspecify.annotations.Nullable;

/**
 * Which layer the current thread is in.
 *
 * <p>A call in its first attempt is a layer too, of which most of the time nobody wants to know anything. So it leaves
 * its terms and its time here, and only who asks makes an {@link Execution} of them: that saves 48 bytes a call.
 */
public final class LayerScope {

    private static final int LAYER = 0;
    private static final int TERMS = 1;
    private static final int BEGIN = 2;

    // An array that stays with its thread: to enter and to leave a layer is a store each, 15 ns less than setting and
    // removing a thread-local. Of plain objects: what stays with a foreign thread must not hold on to our class loader.
    private static final ThreadLocal<@Nullable Object[]> CURRENT =
            ThreadLocal.withInitial(() -> new Object[] {null, null, new long[1]});

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
        Terms terms = (Terms) ofThread[TERMS];
        return terms == null ? (Layer) ofThread[LAYER] : callInFirstAttempt(ofThread, terms);
    }

    static void restore(@Nullable Object[] ofThread, @Nullable Layer layer) {
        ofThread[TERMS] = null;
        ofThread[LAYER] = layer;
    }

    /** A first attempt begins, in the layer that {@link #current} has returned. */
    static void enter(@Nullable Object[] ofThread, Terms terms, long begin) {
        begin(ofThread)[0] = begin;
        ofThread[TERMS] = terms;
    }

    /** It ends. Most of the time the layer around it is still in its place, and need not be put there: that is 4 ns. */
    static void leave(@Nullable Object[] ofThread, @Nullable Layer outer) {
        if (ofThread[TERMS] == null) {
            ofThread[LAYER] = outer;
        } else {
            ofThread[TERMS] = null;
        }
    }

    /** The call that has entered with these terms. */
    static Execution call(@Nullable Object[] ofThread, Terms terms, long begin, @Nullable Layer outer) {
        if (current(ofThread) instanceof Execution call && terms.cover(call)) {
            return call;
        }
        // Code in between has left a layer that it had not entered.
        Execution call = terms.resume(outer, begin);
        restore(ofThread, call);
        return call;
    }

    private static Execution callInFirstAttempt(@Nullable Object[] ofThread, Terms terms) {
        Execution call = terms.resume((Layer) ofThread[LAYER], begin(ofThread)[0]);
        restore(ofThread, call);
        return call;
    }

    @SuppressWarnings("NullAway") // It is there from the beginning.
    private static long[] begin(@Nullable Object[] ofThread) {
        return (long[]) ofThread[BEGIN];
    }
}
