package io.backoff.aop;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Determines the keys of a method's calls. */
@FunctionalInterface
public interface KeySource {

    /**
     * The key of one call, before its first attempt.
     *
     * @param target the object that the method is called on; {@code null} for a static method
     * @return an object whose text is the key; {@code null} if the call has none, which is logged once
     */
    @Nullable
    Object of(@Nullable Object target, Method method, @Nullable Object[] arguments) throws Exception;
}
