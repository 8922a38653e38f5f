package io.backoff.modulith;

import io.backoff.modulith.Listeners.Listener;
import io.backoff.policy.StopReason;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.modulith.events.core.EventSerializer;

/** Records, after a failed attempt, whether and when its publication may be resubmitted. */
final class FailedAttempts {

    private final Supplier<EventSerializer> serializer;
    private final PublicationTable table;
    private final PublicationEnds ends;
    private final DueTimes times;

    FailedAttempts(Supplier<EventSerializer> serializer, PublicationTable table, PublicationEnds ends, DueTimes times) {
        this.serializer = serializer;
        this.table = table;
        this.ends = ends;
        this.times = times;
    }

    /**
     * Records that the publication is not resubmitted after this attempt. If it is not known which publication failed,
     * nothing is recorded, and the publication ends later: when a poll finds that it has reached a limit, or after
     * another attempt.
     */
    void end(PublicationAttempt attempt, Listener listener, Object event, StopReason reason, Throwable failure) {
        List<Object> keys = keys(attempt, listener, event);
        if (keys.size() == 1) {
            ends.end(keys.get(0), listener.id(), attempt.execution().call().number(), reason.outcome(), failure);
        }
    }

    /** Records the earliest time of the next attempt. Other instances do not know this time. */
    void hold(PublicationAttempt attempt, Listener listener, Object event, Instant until) {
        keys(attempt, listener, event)
                .forEach(key -> times.holdUntil(key instanceof UUID id ? id : UUID.fromString(key.toString()), until));
    }

    // Modulith does not tell which publication a first attempt belongs to. Therefore, the publication is looked up by
    // event and listener. It is still among the publications being processed, because Modulith marks it as failed only
    // later. Several publications match if the listener is processing equal events.
    private List<Object> keys(PublicationAttempt attempt, Listener listener, Object event) {
        return attempt.key() != null
                ? List.of(attempt.key())
                : table.processing(serializer.get().serialize(event).toString(), listener.id());
    }
}
