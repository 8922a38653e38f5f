package io.backoff.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Checks woven code. A bean of this type means that woven code intercepts calls, and proxies do not. */
public interface Weaving {

    /**
     * Rejects a guarded method whose calls no woven code intercepts, or that woven code cannot retry.
     *
     * @param method the method of the target class
     * @param bean the object that it belongs to; {@code null} if that does not exist yet
     * @throws InvalidBackoffException if its calls would silently not be retried
     */
    void check(Method method, @Nullable Object bean);
}
