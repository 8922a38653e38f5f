package io.backoff.aop;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Determines the keys of a method's calls. */
@FunctionalInterface
public interface KeySource {

    /**
     * Returns the key of one call. The library calls this method before the first attempt.
     *
     * @param target the target object; {@code null} for a static method
     * @return an object whose text is the key; {@code null} if the call has none
     */
    @Nullable
    Object of(@Nullable Object target, Method method, @Nullable Object[] arguments) throws Exception;
}
