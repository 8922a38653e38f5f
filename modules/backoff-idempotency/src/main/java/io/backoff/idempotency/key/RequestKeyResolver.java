package io.backoff.idempotency.key;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import org.jspecify.annotations.Nullable;

/** Determines the keys of HTTP requests, and marks replayed responses. */
public interface RequestKeyResolver {

    /** Whether the method handles HTTP requests. */
    boolean covers(Method method, Class<?> targetClass);

    /**
     * Rejects a method whose calls would have no access to their request.
     *
     * @throws IllegalArgumentException if the method is rejected, with the reason as the message
     */
    default void check(Method method, Class<?> returned) {}

    /** Whether the parameter helps to identify the request, unlike transport metadata such as headers. */
    boolean identifies(Parameter parameter);

    /**
     * Returns the key of the request.
     *
     * @throws RuntimeException if the request has no key or a malformed one; the client gets this failure
     */
    String key(CallContext context);

    /** Marks the response to the request as a replay. */
    void repeated(CallContext context);

    /** Returns the exception for the client if the store fails; {@code null} to pass on the store's own failure. */
    default @Nullable RuntimeException unavailable(RuntimeException failure) {
        return null;
    }
}
