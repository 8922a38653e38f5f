package io.backoff.redelivery.call;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter for the endpoint, without its arguments, which may be confidential.
 *
 * @param id id by which to redrive or delete it
 * @param bean name of the bean; absent if the row cannot be read
 * @param method name of the method in stored calls, see {@link io.backoff.redelivery.Redeliver#name()}
 * @param attempts number of attempts made
 * @param storedAt when the call was stored, in ISO-8601; absent if the row cannot be read
 * @param lastAttemptAt when the last attempt ended, in ISO-8601
 * @param failure failure of the last attempt, or why the row cannot be read
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeadLetter(
        String id,
        @Nullable String bean,
        String method,
        int attempts,
        @Nullable String storedAt,
        @Nullable String lastAttemptAt,
        @Nullable String failure) {

    static DeadLetter of(String id, StoredCall call) {
        StoredCall.Attempts attempts = call.attempts();
        return new DeadLetter(
                id,
                call.bean(),
                call.method(),
                attempts.made(),
                call.storedAt().toString(),
                Optional.ofNullable(attempts.lastAt()).map(Instant::toString).orElse(null),
                attempts.failure());
    }

    /** Creates a dead letter from the key of a row that cannot be read. */
    static DeadLetter unreadable(String id, String key, UnreadableCall failure) {
        return new DeadLetter(id, null, key, 0, null, null, "the row cannot be read: " + failure.getMessage());
    }
}
