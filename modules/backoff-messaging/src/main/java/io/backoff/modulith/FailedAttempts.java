package io.backoff.modulith;

import io.backoff.modulith.Listeners.Listener;
import io.backoff.policy.StopReason;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.events.core.EventPublicationRepository;
import org.springframework.modulith.events.core.PublicationTargetIdentifier;
import org.springframework.modulith.events.core.TargetEventPublication;

/** Records, after a failed attempt, whether and when its publication may be resubmitted. */
final class FailedAttempts {

    private final Supplier<EventPublicationRepository> publications;
    private final PublicationTable table;
    private final PublicationEnds ends;
    private final DueTimes times;

    FailedAttempts(
            Supplier<EventPublicationRepository> publications,
            PublicationTable table,
            PublicationEnds ends,
            DueTimes times) {
        this.publications = publications;
        this.table = table;
        this.ends = ends;
        this.times = times;
    }

    /** Records that the publication is not resubmitted after this attempt. */
    void end(PublicationAttempt attempt, Listener listener, Object event, StopReason reason, Throwable failure) {
        Object key = key(attempt, listener, event);
        if (key != null) {
            ends.end(key, listener.id(), attempt.execution().call().number(), reason.outcome(), failure);
        }
    }

    /** Records the minimum delay before the next attempt, on this instance only. */
    void hold(PublicationAttempt attempt, Listener listener, Object event, Instant until) {
        Object key = key(attempt, listener, event);
        if (key != null) {
            times.holdUntil(key instanceof UUID id ? id : UUID.fromString(key.toString()), until);
        }
    }

    // Modulith does not reveal the publication of a first attempt, so it is looked up by event and listener. If several
    // publications of the listener have equal events, it does not matter which of them is found.
    private @Nullable Object key(PublicationAttempt attempt, Listener listener, Object event) {
        if (attempt.key() != null) {
            return attempt.key();
        }
        PublicationTargetIdentifier target = PublicationTargetIdentifier.of(listener.id());
        return table.isolated(
                        () -> publications.get().findIncompletePublicationsByEventAndTargetIdentifier(event, target))
                .map(TargetEventPublication::getIdentifier)
                .map(table::key)
                .orElse(null);
    }
}
