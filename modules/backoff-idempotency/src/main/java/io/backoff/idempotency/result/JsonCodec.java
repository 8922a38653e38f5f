package io.backoff.idempotency.result;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Reads and writes values as JSON. Failures are {@link IllegalArgumentException}s. */
public interface JsonCodec {

    /**
     * Rejects a type whose values could not be read back.
     *
     * @throws IllegalArgumentException if the type is rejected; the message says why
     */
    void check(Type type);

    /** Writes the value as one of the type. */
    String write(@Nullable Object value, Type type);

    /** Reads what was written as a value of the type. */
    @Nullable
    Object read(String json, Type type);

    /** Writes the value in a form that is the same for equal values. */
    String canonical(@Nullable Object value);
}
