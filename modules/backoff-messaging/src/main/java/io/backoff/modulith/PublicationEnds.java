package io.backoff.modulith;

import io.backoff.logging.SpringLogger;
import io.backoff.policy.Outcome;
import io.backoff.text.FailureText;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/** Ends a publication that is not resubmitted any more: it stays in the table. */
final class PublicationEnds {

    private static final int LONGEST_FAILURE = 300;

    private static final Logger logger = SpringLogger.of(PublicationEnds.class);

    private final PublicationTable table;

    PublicationEnds(PublicationTable table) {
        this.table = table;
    }

    /**
     * Ends a publication, for all instances and across restarts, and reports that.
     *
     * @param outcome how it ends
     * @return whether it was this call that did so
     */
    boolean end(Object key, String listener, int attempts, Outcome outcome, @Nullable Throwable failure) {
        boolean ended = table.end(key, outcome);
        if (ended) {
            String text = failure == null ? "" : ": " + FailureText.of(failure, LONGEST_FAILURE);
            ModulithMessage.ENDED
                    .with(key, listener, attempts, outcome.tag(), text)
                    .log(logger);
        }
        return ended;
    }
}
