package io.backoff.method;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bean that is looked up when it is first used, and kept.
 *
 * <p>No lock is held during the look-up. It may have to wait for the container, which creates beans under locks of its
 * own, and the thread that holds those may come here next: with a lock of ours, each would wait for the other. Threads
 * that come at once may all look, and all get what was found first. What must happen only once belongs into a bean, which
 * the container creates once, and not into the look-up.
 *
 * @param <T> type of the bean, or of what is made of beans
 */
public final class LazyBean<T> implements Supplier<T> {

    private final Supplier<? extends T> lookUp;
    private final AtomicReference<@Nullable T> found = new AtomicReference<>();

    /**
     * Looks nothing up yet.
     *
     * @param lookUp may be asked by several threads at once; when it throws, the next use asks again
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
