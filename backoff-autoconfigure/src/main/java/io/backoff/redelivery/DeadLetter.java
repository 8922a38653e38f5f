package io.backoff.redelivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter, without its arguments, which may be nobody's business.
 *
 * @param id to make it again or delete it by
 * @param bean name of the bean
 * @param method what the method is known by
 * @param attempts how many were made
 * @param storedAt when the call was stored, in ISO-8601
 * @param lastAttemptAt when the last attempt ended, in ISO-8601
 * @param failure what that attempt came to
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DeadLetter(
        String id,
        String bean,
        String method,
        int attempts,
        String storedAt,
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
}
