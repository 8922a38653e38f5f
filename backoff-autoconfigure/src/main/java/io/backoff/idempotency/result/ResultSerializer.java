package io.backoff.idempotency.result;

import io.backoff.idempotency.StoredOutcome;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** How the results of a method are kept. */
public interface ResultSerializer {

    /**
     * What to keep of a result.
     *
     * @return {@code null} when the operation is to count as not carried out
     */
    @Nullable
    StoredOutcome store(@Nullable Object result);

    /** What a duplicate returns. */
    @Nullable
    Object restore(StoredOutcome outcome);

    /** For methods without a result. */
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
     * For results of a type that JSON can express.
     *
     * @throws IllegalArgumentException if it cannot
     */
    static ResultSerializer json(Type type, JsonCodec codec) {
        codec.check(type);
        return new ResultSerializer() {
            @Override
            public StoredOutcome store(@Nullable Object result) {
                return StoredOutcome.returned(codec.write(result, type));
            }

            @Override
            public @Nullable Object restore(StoredOutcome outcome) {
                String content = outcome.content();
                return content == null ? null : codec.read(content, type);
            }
        };
    }

    /** Makes forms for results of certain types. */
    interface Factory {

        /**
         * The form for results of the type; {@code null} for types of others.
         *
         * @throws IllegalArgumentException if such results cannot be kept
         */
        @Nullable
        ResultSerializer of(ResolvableType type, JsonCodec codec);
    }
}
