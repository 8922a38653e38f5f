package io.backoff.modulith;

import io.backoff.engine.TimeSource;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.DurableExecution;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.modulith.DuePublications.Due;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.StopReason;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.events.EventPublication;
import org.springframework.modulith.events.FailedEventPublications;
import org.springframework.modulith.events.ResubmissionOptions;

/** Submits due publications through Spring Modulith, which reads the oldest failed ones first. */
final class Resubmission {

    /** Maximum number of publications submitted at a time, so that they do not flood the threads of the listeners. */
    static final int BATCH = 100;

    private static final Logger logger = SpringLogger.of(Resubmission.class);

    private static final LogMessage UNREADABLE = LogMessage.warning(
            "The event publication %s cannot be resubmitted, because its event cannot be read; it is tried again");
    private static final LogMessage HIDDEN = LogMessage.warning(
            "Due event publications cannot be reached, because more than %s older ones have failed. Delete those "
                    + "that are no longer resubmitted.%s");
    private static final LogMessage DENIED =
            LogMessage.warning("Due event publications wait for the retry budget '%s' of policy '%s': %s%s");

    private final Supplier<FailedEventPublications> modulith;
    private final PublicationTable table;
    private final PublicationEnds ends;
    private final RunningAttempts running;
    private final DueTimes times;
    private final TimeSource time;
    private final LogLimit warnings = LogLimit.oncePer(Duration.ofMinutes(1));
    private final LogLimit once = LogLimit.once();

    Resubmission(
            Supplier<FailedEventPublications> modulith,
            PublicationTable table,
            PublicationEnds ends,
            RunningAttempts running,
            DueTimes times,
            TimeSource time) {
        this.modulith = modulith;
        this.table = table;
        this.ends = ends;
        this.running = running;
        this.times = times;
        this.time = time;
    }

    /**
     * Submits the first publications of the list: at most {@link #BATCH}, and no more than the policy permits.
     *
     * @param most maximum number of publications for Modulith to read
     * @param stopped tells whether to stop early
     */
    void submit(List<Due> due, int most, BooleanSupplier stopped) {
        Map<UUID, Due> batch = due.stream()
                .limit(BATCH)
                .collect(Collectors.toMap(
                        duePublication -> duePublication.publication().id(), Function.identity(), (one, other) -> one));
        int window = window(batch, most);
        Batch submitting = new Batch(batch, stopped);
        modulith.get()
                .resubmit(ResubmissionOptions.defaults().withBatchSize(window).withFilter(submitting::take));
        if (!submitting.over && !stopped.getAsBoolean()) {
            // Modulith has not offered the remaining publications: it skips events of unknown classes, and reads only
            // the oldest publications.
            Instant now = time.instant();
            submitting.left.keySet().forEach(id -> times.triedInVain(id, now));
        }
        if (window == most && !submitting.found && !stopped.getAsBoolean()) {
            warnOfHidden(most);
        }
        BackoffPolicy denying = submitting.denying;
        if (denying != null) {
            warn(denying, due.size() - submitting.submitted);
        }
    }

    private void warnOfHidden(int most) {
        String suppressed = warnings.enter(HIDDEN, time.nanoTime());
        if (suppressed != null) {
            HIDDEN.with(most, suppressed).log(logger);
        }
    }

    private void warn(BackoffPolicy denying, int waiting) {
        String budget = Call.budgetName(denying);
        String suppressed = warnings.enter(budget, time.nanoTime());
        if (suppressed != null) {
            DENIED.with(budget, denying.name(), waiting, suppressed).log(logger);
        }
    }

    /** Returns how many failed publications, oldest first, Modulith must read to find the whole batch. */
    private int window(Map<UUID, Due> batch, int most) {
        Instant latest = batch.values().stream()
                .map(due -> due.publication().published())
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
        return Math.max(1, Math.min(most, table.failedUntil(latest)));
    }

    private final class Batch {

        private final Map<UUID, Due> left;
        private final BooleanSupplier stopped;
        private boolean over;
        private boolean found;
        // The policy whose budget denied an attempt; null if none did.
        private @Nullable BackoffPolicy denying;
        private int submitted;

        Batch(Map<UUID, Due> due, BooleanSupplier stopped) {
            this.left = due;
            this.stopped = stopped;
        }

        /** Whether to submit a publication now. Modulith submits it before asking about the next one. */
        boolean take(EventPublication publication) {
            Due due = over || stopped.getAsBoolean() ? null : left.remove(publication.getIdentifier());
            found |= due != null;
            return due != null && isReadable(publication) && begin(due, publication.getEvent());
        }

        private boolean begin(Due due, Object event) {
            Instant now = time.instant();
            DurableExecution execution = DuePublications.execution(due.publication(), due.listener(), now);
            if (!isPermitted(execution)) {
                return false;
            }
            if (!table.claim(due.publication(), now)) {
                execution.giveBackTurn();
                return false;
            }
            execution.waited(Duration.between(due.failedAt(), now));
            StopReason over = execution.start();
            if (over != null) {
                end(due, over);
                return false;
            }
            submitted++;
            running.begin(
                    event,
                    due.listener().id(),
                    new PublicationAttempt(due.publication().key(), execution, now));
            return true;
        }

        /** Whether the policy permits an attempt now. If not, the rest of the batch is not submitted either. */
        private boolean isPermitted(DurableExecution execution) {
            BackoffPolicy policy = execution.call().policyInForce();
            if (policy.enabled() && execution.isInTurn()) {
                if (execution.isAffordable()) {
                    return true;
                }
                denying = policy;
            }
            over = true;
            return false;
        }

        private void end(Due due, StopReason reason) {
            int attempts = due.publication().attempts();
            ends.end(due.publication().key(), due.listener().id(), attempts, reason.outcome(), null);
            table.release(due.publication());
        }
    }

    private boolean isReadable(EventPublication publication) {
        try {
            publication.getEvent();
            return true;
        } catch (RuntimeException | LinkageError failure) {
            if (once.isFirst(publication.getIdentifier())) {
                UNREADABLE.with(publication.getIdentifier()).log(logger, failure);
            }
            times.triedInVain(publication.getIdentifier(), time.instant());
            return false;
        }
    }
}
