package io.backoff.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Validates woven methods. If a bean of this type exists, calls are intercepted by woven code and not by proxies. */
public interface Weaving {

    /**
     * Rejects a guarded method whose calls no woven code intercepts, or that woven code cannot retry.
     *
     * @param method the method of the target class
     * @param bean the object of the bean; {@code null} before its creation
     * @throws InvalidBackoffException if calls would silently not be retried
     */
    void check(Method method, @Nullable Object bean);
}
