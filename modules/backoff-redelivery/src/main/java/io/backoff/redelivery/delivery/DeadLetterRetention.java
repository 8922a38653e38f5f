package io.backoff.redelivery.delivery;

import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.DeadLetterFilter;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.call.RedeliveryActions.Action;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Deletes dead letters that are older than the retention. */
public final class DeadLetterRetention implements Runnable {

    private static final Logger logger = SpringLogger.of(DeadLetterRetention.class);

    private static final LogMessage LETTERS_DELETED =
            LogMessage.info("Deleted dead letters older than %s, by method: %s");

    private static final int BATCH = 500;

    private final DeadLetters letters;
    private final RedeliveryActions actions;
    private final Duration retention;
    private final TimeSource time;

    /**
     * Creates a retention job.
     *
     * @param retention time for which dead letters are kept; 0 for unlimited
     */
    public DeadLetterRetention(DeadLetters letters, RedeliveryActions actions, Duration retention, TimeSource time) {
        this.letters = letters;
        this.actions = actions;
        this.retention = retention;
        this.time = time;
    }

    /** Deletes one batch; the next run deletes the next one. */
    @Override
    public void run() {
        Instant now = time.instant();
        // The keys of dead letters contain no time before 1970, so a retention that reaches further back keeps all of
        // them.
        if (retention.isZero() || retention.compareTo(Duration.between(Instant.EPOCH, now)) > 0) {
            return;
        }
        // Keys contain whole seconds. If 'until' had a fraction, the filter would also include later dead letters of
        // the same second.
        Instant until = now.minus(retention).truncatedTo(ChronoUnit.SECONDS);
        report(delete(letters.instances(DeadLetterFilter.before(until), BATCH)));
    }

    private Map<String, Integer> delete(List<String> expired) {
        Map<String, Integer> deleted = new TreeMap<>();
        for (String instance : expired) {
            if (letters.delete(instance)) {
                deleted.merge(CallId.keyIn(instance), 1, Integer::sum);
                actions.count(CallId.keyIn(instance), Action.DELETED);
            }
        }
        return deleted;
    }

    private void report(Map<String, Integer> deleted) {
        if (!deleted.isEmpty()) {
            LETTERS_DELETED.with(DurationText.of(retention), deleted).log(logger);
        }
    }
}
