package io.backoff.idempotency.result;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Reads and writes values as JSON. Failures are {@link IllegalArgumentException}s. */
public interface JsonCodec {

    /**
     * Rejects a type whose values could not be read back.
     *
     * @throws IllegalArgumentException if the type is rejected, with the reason as the message
     */
    void check(Type type);

    /** Writes a value of this declared type. */
    String write(@Nullable Object value, Type type);

    /** Reads a value of this declared type. */
    @Nullable
    Object read(String json, Type type);

    /** Writes the value in canonical form: equal values yield equal text. */
    String canonical(@Nullable Object value);
}
