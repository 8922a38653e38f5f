package io.backoff.engine;

import java.lang.ref.WeakReference;
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
    private static final int CALL = 2;

    /** Within {@link #CALL}: whether a first attempt is under way, and when its call began. */
    private static final int UNDER_WAY = 0;

    private static final int BEGIN = 1;

    // An array that stays with its thread: to enter and to leave a layer is a store each, 15 ns less than setting and
    // removing a thread-local. Of plain objects: what stays with a foreign thread must not hold on to our class loader.
    private static final ThreadLocal<@Nullable Object[]> CURRENT =
            ThreadLocal.withInitial(() -> new Object[] {null, null, new long[2]});

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
        return call(ofThread)[UNDER_WAY] == 0 ? (Layer) ofThread[LAYER] : callInFirstAttempt(ofThread);
    }

    static void restore(@Nullable Object[] ofThread, @Nullable Layer layer) {
        call(ofThread)[UNDER_WAY] = 0;
        ofThread[LAYER] = layer;
    }

    /**
     * A first attempt begins, in the layer that {@link #current} has returned. The terms of the thread's last one are
     * still there and most often the same: not to store them again saves the collector's barrier, 5 ns.
     */
    static void enter(@Nullable Object[] ofThread, Terms terms, long begin) {
        if (ofThread[TERMS] != terms.reference()) {
            ofThread[TERMS] = terms.reference();
        }
        long[] call = call(ofThread);
        call[BEGIN] = begin;
        call[UNDER_WAY] = 1;
    }

    /** It ends. Most of the time the layer around it is still in its place, and need not be put there: that is 4 ns. */
    static void leave(@Nullable Object[] ofThread, @Nullable Layer outer) {
        long[] call = call(ofThread);
        if (call[UNDER_WAY] == 0) {
            ofThread[LAYER] = outer;
        } else {
            call[UNDER_WAY] = 0;
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

    private static @Nullable Layer callInFirstAttempt(@Nullable Object[] ofThread) {
        Terms terms = terms(ofThread);
        if (terms == null) {
            // Left behind by a call that could not even leave: its stack was full.
            call(ofThread)[UNDER_WAY] = 0;
            return (Layer) ofThread[LAYER];
        }
        Execution call = terms.resume((Layer) ofThread[LAYER], call(ofThread)[BEGIN]);
        restore(ofThread, call);
        return call;
    }

    // Whoever has entered holds on to them until it leaves.
    @SuppressWarnings({"NullAway", "unchecked"})
    private static @Nullable Terms terms(@Nullable Object[] ofThread) {
        return ((WeakReference<Terms>) ofThread[TERMS]).get();
    }

    @SuppressWarnings("NullAway") // It is there from the beginning.
    private static long[] call(@Nullable Object[] ofThread) {
        return (long[]) ofThread[CALL];
    }
}
