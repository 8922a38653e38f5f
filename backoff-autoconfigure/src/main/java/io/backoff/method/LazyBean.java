package io.backoff.method;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bean that is looked up on first use and then cached.
 *
 * <p>The look-up holds no lock, to avoid deadlocks: the container holds locks while it creates beans, and their
 * constructors may call this code. Concurrent threads may each look up the bean, but all of them get the first one
 * found. Work that must happen only once does not belong in the look-up, but in a bean, which the container creates
 * only once.
 *
 * @param <T> the type of the bean, or of an object built from beans
 */
public final class LazyBean<T> implements Supplier<T> {

    private final Supplier<? extends T> lookUp;
    private final AtomicReference<@Nullable T> found = new AtomicReference<>();

    /**
     * Creates a reference that has not looked up its bean yet.
     *
     * @param lookUp looks up the bean; may be called concurrently, and again after an exception
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
