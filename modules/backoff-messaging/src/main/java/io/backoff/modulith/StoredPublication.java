package io.backoff.modulith;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A failed event publication in the table.
 *
 * @param key the id of the publication, in the Java type that the JDBC driver returns
 * @param listener the id of the listener
 * @param published time at which the event was published
 * @param attempts number of attempts so far, at least 1
 * @param begunAgain whether an operator has reset the attempts; if so, the next attempt is made regardless of the
 *     limits
 * @param lastAttempt time at which the last attempt was submitted
 */
record StoredPublication(
        Object key, String listener, Instant published, int attempts, boolean begunAgain, Instant lastAttempt) {

    UUID id() {
        return key instanceof UUID id ? id : UUID.fromString(key.toString());
    }

    /** The time since the event was published. */
    Duration age(Instant now) {
        Duration age = Duration.between(published, now);
        return age.isNegative() ? Duration.ZERO : age;
    }
}
