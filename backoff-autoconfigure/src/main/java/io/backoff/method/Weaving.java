package io.backoff.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Knows woven code. A bean of this type says that such code intercepts calls, and that proxies do not. */
public interface Weaving {

    /**
     * Refuses a guarded method whose calls no woven code intercepts, or that it cannot retry.
     *
     * @param method the method of the target class
     * @param bean the object that it belongs to, {@code null} when that does not exist yet
     * @throws InvalidBackoffException if its calls would silently not be retried
     */
    void check(Method method, @Nullable Object bean);
}
