package io.backoff.idempotency.result;

import io.backoff.idempotency.StoredOutcome;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** Converts the results of a method to stored outcomes and back. */
public interface ResultSerializer {

    /**
     * Converts a result to an outcome.
     *
     * @return the outcome; {@code null} if the operation counts as not executed, so that nothing is stored
     */
    @Nullable
    StoredOutcome store(@Nullable Object result);

    /** Returns the result for a duplicate. */
    @Nullable
    Object restore(StoredOutcome outcome);

    /** The serializer for methods without a result. */
    ResultSerializer NONE = new ResultSerializer() {
        @Override
        public StoredOutcome store(@Nullable Object result) {
            return StoredOutcome.NOTHING;
        }

        @Override
        public @Nullable Object restore(StoredOutcome outcome) {
            return null;
        }
    };

    /**
     * Creates a serializer for results that can be stored as JSON.
     *
     * @throws IllegalArgumentException if the type cannot be stored as JSON
     */
    static ResultSerializer json(Type type, JsonCodec codec) {
        codec.check(type);
        return new JsonSerializer(type, codec);
    }

    /** Creates serializers for results of certain types. */
    interface Factory {

        /**
         * Creates a serializer for results of the type; returns {@code null} if this factory does not support the type.
         *
         * @throws IllegalArgumentException if such results cannot be stored
         */
        @Nullable
        ResultSerializer of(ResolvableType type, JsonCodec codec);
    }
}
