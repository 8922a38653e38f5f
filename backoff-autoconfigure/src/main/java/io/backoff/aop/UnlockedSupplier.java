package io.backoff.aop;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what another supplier supplies first. It takes no lock of its own: the other looks up beans, which may need the
 * lock of the bean factory, and the owner of that lock may be waiting for this one. Callers that race ask the other more
 * than once.
 *
 * @param <T> what is supplied
 */
public final class UnlockedSupplier<T> implements Supplier<T> {

    private final Supplier<? extends T> source;
    private volatile @Nullable T known;

    /** Asks the other supplier at the first call. */
    public UnlockedSupplier(Supplier<? extends T> source) {
        this.source = source;
    }

    @Override
    public T get() {
        T found = known;
        if (found == null) {
            found = source.get();
            known = found;
        }
        return found;
    }
}
