package io.backoff.config;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The context class loader of the current thread, which finds the classes that {@link FailureName}s name. */
public final class ContextClassLoader {

    private ContextClassLoader() {}

    /** Runs an action with another context class loader. */
    public static <T> T with(@Nullable ClassLoader loader, Supplier<T> action) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return action.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
