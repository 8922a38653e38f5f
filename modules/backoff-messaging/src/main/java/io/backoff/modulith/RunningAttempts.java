package io.backoff.modulith;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The attempts that this instance has submitted and that no listener has begun yet, by listener and event object. Event
 * objects are compared by identity.
 */
final class RunningAttempts {

    private final Map<Key, PublicationAttempt> attempts = new ConcurrentHashMap<>();

    void begin(Object event, String listener, PublicationAttempt attempt) {
        attempts.put(new Key(event, listener), attempt);
    }

    /**
     * Removes and returns the attempt for which this instance resubmitted the event to the listener; {@code null} if
     * the event was not resubmitted, that is, if this is the listener's first attempt.
     */
    @Nullable
    PublicationAttempt take(Object event, String listener) {
        return attempts.remove(new Key(event, listener));
    }

    /** Forgets attempts that were submitted before the given time and that no listener has begun. */
    void forget(Instant before) {
        attempts.values().removeIf(attempt -> attempt.began().isBefore(before));
    }

    private record Key(Object event, String listener) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.event == event && key.listener.equals(listener);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(event) + listener.hashCode();
        }
    }
}
