package io.backoff.aspectj;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The application contexts that guard woven code, in start order. They share one aspect, because woven code does not
 * know its context.
 */
final class ActiveCalls {

    private static final List<WovenCalls> started = new CopyOnWriteArrayList<>();
    private static volatile @Nullable WovenCalls current;

    private ActiveCalls() {}

    /** The current guard of woven calls; {@code null} if no context is active. */
    static @Nullable WovenCalls current() {
        return current;
    }

    static synchronized void start(WovenCalls calls) {
        started.add(calls);
        current = calls;
    }

    static synchronized void end(WovenCalls calls) {
        started.remove(calls);
        current = started.isEmpty() ? null : started.get(started.size() - 1);
    }
}
