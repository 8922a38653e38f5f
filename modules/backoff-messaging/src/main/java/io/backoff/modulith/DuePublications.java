package io.backoff.modulith;

import io.backoff.classify.RetryCause;
import io.backoff.engine.execution.DurableExecution;
import io.backoff.engine.execution.DurableExecution.Progress;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.modulith.Listeners.Listener;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds failed publications that are due, and ends those that may not be attempted again. */
final class DuePublications {

    private static final Logger logger = SpringLogger.of(DuePublications.class);

    private static final LogMessage LISTENER_MISSING = LogMessage.warning(
            "Event publications of %s are not resubmitted: this application has no such listener. Restore it, "
                    + "or give its replacement that id: @TransactionalEventListener(id = \"%s\").");

    private final PublicationTable table;
    private final Listeners listeners;
    private final DueTimes times;
    private final PublicationEnds ends;
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    DuePublications(PublicationTable table, Listeners listeners, DueTimes times, PublicationEnds ends) {
        this.table = table;
        this.listeners = listeners;
        this.times = times;
        this.ends = ends;
    }

    /**
     * Returns the due publications, longest overdue first. Those that were due before but could not be submitted come
     * last.
     */
    List<Due> at(Instant now) {
        List<StoredPublication> failed = table.failed();
        times.retain(failed, now);
        return failed.stream()
                .map(publication -> due(publication, now))
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing((Due due) -> times.lastInVain(due.publication()))
                        .thenComparing(Due::since))
                .toList();
    }

    private @Nullable Due due(StoredPublication publication, Instant now) {
        Listener listener = listeners.find(publication.listener());
        if (listener == null) {
            warn(publication.listener());
            return null;
        }
        BackoffPolicy policy = listener.guard().policy().get();
        Instant failedAt = times.failedAt(publication, now);
        Instant due = times.due(publication, policy, failedAt);
        StopReason end = end(publication, policy, due, now);
        if (end != null) {
            end(publication, listener, end, now);
            return null;
        }
        return policy.enabled() && !due.isAfter(now) ? new Due(publication, listener, failedAt, due) : null;
    }

    // A missing listener is not an error, because it may belong to an older version of the application.
    private void warn(String listener) {
        if (missing.add(listener)) {
            LISTENER_MISSING.with(listener, listener).log(logger);
        }
    }

    /** Returns the reason why no further attempt follows; {@code null} if another attempt follows. */
    private static @Nullable StopReason end(
            StoredPublication publication, BackoffPolicy policy, Instant due, Instant now) {
        if (!policy.enabled() || publication.begunAgain()) {
            return null;
        }
        if (policy.limits().isLast(publication.attempts())) {
            return StopReason.EXHAUSTED;
        }
        Duration wait = due.isAfter(now) ? Duration.between(now, due) : Duration.ZERO;
        return policy.limits().permits(wait, publication.age(now)) ? null : StopReason.ELAPSED;
    }

    /**
     * Ends a publication that has reached a limit although no attempt has ended it. For example, an instance crashed
     * during the last permitted attempt, {@code max-elapsed} has passed, or the policy has changed.
     */
    private void end(StoredPublication publication, Listener listener, StopReason reason, Instant now) {
        int attempts = publication.attempts();
        if (ends.end(publication.key(), listener.id(), attempts, reason.outcome(), null)) {
            execution(publication, listener, now).call().stop(reason);
        }
    }

    static DurableExecution execution(StoredPublication publication, Listener listener, Instant now) {
        if (publication.begunAgain()) {
            return DurableExecution.of(listener.guard(), Progress.NONE, Duration.ZERO);
        }
        Progress progress = new Progress(publication.attempts(), 0, RetryCause.OTHER, false);
        return DurableExecution.of(listener.guard(), progress, publication.age(now));
    }

    /**
     * A publication whose next attempt is due.
     *
     * @param failedAt time of the last failure
     * @param since time at which the publication became due
     */
    record Due(StoredPublication publication, Listener listener, Instant failedAt, Instant since) {}
}
