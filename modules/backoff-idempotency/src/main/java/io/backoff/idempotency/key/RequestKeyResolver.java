package io.backoff.idempotency.key;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import org.jspecify.annotations.Nullable;

/** Determines the keys of HTTP requests, and marks replayed responses. */
public interface RequestKeyResolver {

    /** Whether the method handles requests. */
    boolean covers(Method method, Class<?> targetClass);

    /**
     * Rejects a method whose calls would have no access to their request.
     *
     * @throws IllegalArgumentException if the method is rejected, with the reason as the message
     */
    default void check(Method method, Class<?> returned) {}

    /** Whether the parameter is part of the request's identity, as opposed to transport metadata such as headers. */
    boolean identifies(Parameter parameter);

    /**
     * Returns the key of the request.
     *
     * @throws RuntimeException if the request has no key or a malformed one, which is reported to the client
     */
    String key(CallContext context);

    /** Marks the response to the request as replayed. */
    void repeated(CallContext context);

    /** Returns the exception for the client when the store fails; {@code null} to pass the failure on. */
    default @Nullable RuntimeException unavailable(RuntimeException failure) {
        return null;
    }
}
