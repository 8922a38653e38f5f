package io.backoff.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Validates woven methods. If a bean of this type exists, calls are intercepted by woven code and not by proxies. */
public interface Weaving {

    /**
     * Rejects a guarded method if no woven code intercepts its calls, or if woven code cannot retry them.
     *
     * @param method the method of the target class
     * @param bean the object of the bean; {@code null} before its creation
     * @throws InvalidBackoffException if calls would silently not be retried
     */
    void check(Method method, @Nullable Object bean);
}
