package io.backoff.method;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bean that is looked up when it is first used, and kept.
 *
 * <p>No lock is held during the look-up. It may have to wait for the container, which creates beans under its own
 * locks, and the thread that holds them may come here next: with a lock of ours, each would wait for the other.
 * Concurrent threads may all look the bean up, and all get the one that was found first. Work that must happen only
 * once belongs in a bean, which the container creates once, not in the look-up.
 *
 * @param <T> type of the bean, or of an object built from beans
 */
public final class LazyBean<T> implements Supplier<T> {

    private final Supplier<? extends T> lookUp;
    private final AtomicReference<@Nullable T> found = new AtomicReference<>();

    /**
     * Creates a reference that has looked up nothing.
     *
     * @param lookUp may be called by several threads at the same time; if it throws, the next use calls it again
     */
    public LazyBean(Supplier<? extends T> lookUp) {
        this.lookUp = lookUp;
    }

    @Override
    public T get() {
        T known = found.get();
        return known != null ? known : lookUp();
    }

    private T lookUp() {
        T bean = lookUp.get();
        T first = found.compareAndExchange(null, bean);
        return first != null ? first : bean;
    }
}
