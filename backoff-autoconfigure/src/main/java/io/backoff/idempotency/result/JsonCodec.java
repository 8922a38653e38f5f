package io.backoff.idempotency.result;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Reads and writes values as JSON. What it throws is an {@link IllegalArgumentException}. */
public interface JsonCodec {

    /**
     * Refuses a type whose values could not be read again.
     *
     * @throws IllegalArgumentException says why
     */
    void check(Type type);

    /** The value as one of the type. */
    String write(@Nullable Object value, Type type);

    /** What was written as a value of the type. */
    @Nullable
    Object read(String json, Type type);

    /** The value in a form that is the same for equal values. */
    String canonical(@Nullable Object value);
}
