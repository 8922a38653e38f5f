package io.backoff.idempotency.result;

import io.backoff.idempotency.StoredOutcome;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Converts results to and from JSON.
 *
 * @param type the declared type of results
 * @param codec writes and reads JSON
 */
record JsonSerializer(Type type, JsonCodec codec) implements ResultSerializer {

    @Override
    public StoredOutcome store(@Nullable Object result) {
        return StoredOutcome.returned(codec.write(result, type));
    }

    @Override
    public @Nullable Object restore(StoredOutcome outcome) {
        String content = outcome.content();
        return content == null ? null : codec.read(content, type);
    }
}
