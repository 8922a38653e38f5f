package io.backoff.idempotency.key;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import org.jspecify.annotations.Nullable;

/** Finds the keys of HTTP requests, and marks answers that are repeated. */
public interface RequestKeyResolver {

    /** Whether the method handles requests. */
    boolean covers(Method method, Class<?> targetClass);

    /**
     * Refuses a method whose calls would not know their request.
     *
     * @throws IllegalArgumentException says why
     */
    default void check(Method method, Class<?> returned) {}

    /** Whether a parameter tells one request from another: not what only describes how it was sent. */
    boolean identifies(Parameter parameter);

    /**
     * The key of the request that the call handles.
     *
     * @throws RuntimeException if the request has none, or a malformed one; says so to the client
     */
    String key(CallContext context);

    /** The answer to the request is a repeated one. */
    void repeated(CallContext context);

    /** What the client is told when the store cannot be asked; {@code null} to pass the failure on. */
    default @Nullable RuntimeException unavailable(RuntimeException failure) {
        return null;
    }
}
