package io.backoff.engine;

import org.jspecify.annotations.Nullable;

/**
 * Which layer the current thread is in.
 *
 * <p>A call in its first attempt is a layer too, of which most of the time nobody wants to know anything. So it leaves
 * the number of its terms and its time here, and only who asks makes an {@link Execution} of them: that saves 48 bytes a
 * call, and numbers are stored without the collector's barriers, which saves 5 ns.
 */
public final class LayerScope {

    private static final int LAYER = 0;
    private static final int FIRST_ATTEMPT = 1;

    // Free space on either side. The collector may put the arrays of two threads next to each other, and with each
    // of their calls both would write to the same cache line.
    private static final int PADDING = 16;

    /** Within {@link #FIRST_ATTEMPT}: when the call began that makes it, and the number of its terms, if one does. */
    private static final int BEGIN = PADDING;

    private static final int TERMS = PADDING + 1;
    private static final long NONE = 0;

    // An array that stays with its thread: to enter and to leave a layer is a store each, 15 ns less than setting and
    // removing a thread-local. Of plain objects: what stays with a foreign thread must not hold on to our class loader.
    private static final ThreadLocal<@Nullable Object[]> CURRENT =
            ThreadLocal.withInitial(() -> new Object[] {null, new long[PADDING + 2 + PADDING]});

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

    @SuppressWarnings("NullAway") // It is there from the beginning.
    static long[] firstAttempt(@Nullable Object[] ofThread) {
        return (long[]) ofThread[FIRST_ATTEMPT];
    }

    static @Nullable Layer current(@Nullable Object[] ofThread) {
        return (Layer) current(ofThread, firstAttempt(ofThread));
    }

    /** The same as an object, for who does not need to know what it is. */
    static @Nullable Object current(@Nullable Object[] ofThread, long[] firstAttempt) {
        return firstAttempt[TERMS] == NONE ? ofThread[LAYER] : callInFirstAttempt(ofThread, firstAttempt);
    }

    static void restore(@Nullable Object[] ofThread, @Nullable Object layer) {
        firstAttempt(ofThread)[TERMS] = NONE;
        ofThread[LAYER] = layer;
    }

    /** A first attempt begins, in the layer that {@link #current} has returned. */
    static void enter(long[] firstAttempt, Terms terms, long begin) {
        firstAttempt[TERMS] = terms.number();
        firstAttempt[BEGIN] = begin;
    }

    /** It ends. Most of the time the layer around it is still in its place, and need not be put there: that is 4 ns. */
    static void leave(@Nullable Object[] ofThread, long[] firstAttempt, Terms terms, @Nullable Object outer) {
        if (firstAttempt[TERMS] == terms.number()) {
            firstAttempt[TERMS] = NONE;
        } else {
            restore(ofThread, outer);
        }
    }

    /** The call that has entered with these terms, at that time, inside of that layer. */
    static Execution call(@Nullable Object[] ofThread, Terms terms, long begin, @Nullable Object outer) {
        Layer current = current(ofThread);
        if (current != outer && current instanceof Execution call && terms.cover(call)) {
            return call;
        }
        // Code in between has left a layer that it had not entered.
        Execution call = terms.resume((Layer) outer, begin);
        restore(ofThread, call);
        return call;
    }

    private static @Nullable Layer callInFirstAttempt(@Nullable Object[] ofThread, long[] firstAttempt) {
        // Whoever has entered holds on to its terms until it leaves. Where they are gone, it has ended without leaving:
        // its stack was full.
        Terms terms = NumberedTerms.get(firstAttempt[TERMS]);
        Layer outer = (Layer) ofThread[LAYER];
        Layer current = terms == null ? outer : terms.resume(outer, firstAttempt[BEGIN]);
        restore(ofThread, current);
        return current;
    }
}
