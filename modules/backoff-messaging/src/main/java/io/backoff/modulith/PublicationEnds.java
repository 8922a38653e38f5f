package io.backoff.modulith;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.policy.Outcome;
import io.backoff.text.FailureText;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/** Ends publications: they stay in the table but are no longer resubmitted. */
final class PublicationEnds {

    private static final int LONGEST_FAILURE = 300;

    private static final Logger logger = SpringLogger.of(PublicationEnds.class);

    private static final LogMessage ENDED = LogMessage.warning(
            "The event publication %s of %s is no longer resubmitted after attempt %s (%s)%s. It stays in the table; "
                    + "once the cause is fixed, set its completion_attempts to 0, or delete it.");

    private final PublicationTable table;

    PublicationEnds(PublicationTable table) {
        this.table = table;
    }

    /**
     * Ends a publication on all instances, across restarts, and logs the end.
     *
     * @param outcome the outcome of the publication
     * @return whether this call has ended the publication
     */
    boolean end(Object key, String listener, int attempts, Outcome outcome, @Nullable Throwable failure) {
        boolean ended = table.end(key, outcome);
        if (ended) {
            String text = failure == null ? "" : ": " + FailureText.of(failure, LONGEST_FAILURE);
            ENDED.with(key, listener, attempts, outcome.tag(), text).log(logger);
        }
        return ended;
    }
}
