package io.backoff.redelivery.call;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter, without its arguments, which may be nobody's business.
 *
 * @param id to make it again or delete it by
 * @param bean name of the bean; absent from one that cannot be read
 * @param method what the method is known by
 * @param attempts how many were made
 * @param storedAt when the call was stored, in ISO-8601; absent from one that cannot be read
 * @param lastAttemptAt when the last attempt ended, in ISO-8601
 * @param failure what that attempt came to, or why the letter cannot be read
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

    /** One of which only the name of its row is known. */
    static DeadLetter unreadable(String id, String key, UnreadableCall failure) {
        return new DeadLetter(id, null, key, 0, null, null, "the row cannot be read: " + failure.getMessage());
    }
}
