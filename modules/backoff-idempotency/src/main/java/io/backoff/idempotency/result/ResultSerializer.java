package io.backoff.idempotency.result;

import io.backoff.idempotency.StoredOutcome;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** Converts the results of a method to stored outcomes and back. */
public interface ResultSerializer {

    /**
     * Returns what to keep of a result.
     *
     * @return {@code null} if the operation counts as not carried out
     */
    @Nullable
    StoredOutcome store(@Nullable Object result);

    /** Returns the result for a duplicate. */
    @Nullable
    Object restore(StoredOutcome outcome);

    /** The serializer of methods without a result. */
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
     * Creates a serializer for results of a type that JSON can express.
     *
     * @throws IllegalArgumentException if JSON cannot express the type
     */
    static ResultSerializer json(Type type, JsonCodec codec) {
        codec.check(type);
        return new JsonSerializer(type, codec);
    }

    /** Creates serializers for results of certain types. */
    interface Factory {

        /**
         * Creates a serializer for results of the type; {@code null} if the type is not one of this factory's.
         *
         * @throws IllegalArgumentException if such results cannot be kept
         */
        @Nullable
        ResultSerializer of(ResolvableType type, JsonCodec codec);
    }
}
