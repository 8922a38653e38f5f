package io.backoff.redelivery.endpoint;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.call.RedeliveryActions.Action;
import io.backoff.redelivery.call.UnreadableCall;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Applies an action to many dead letters, and counts the processed ones. The counts are valid even after a failure of
 * {@link #run}.
 */
final class LetterBatch {

    private static final Logger logger = SpringLogger.of(LetterBatch.class);

    private static final LogMessage LETTERS_UNREADABLE =
            LogMessage.warning("Dead letters that cannot be read are kept: %s, among them %s");

    private static final int SHOWN = 20;

    private final Predicate<String> work;
    private final Action action;
    private final RedeliveryActions actions;
    private final List<String> unreadable = new ArrayList<>();
    private int done;

    /**
     * Creates an empty batch.
     *
     * @param work processes the row with the given key, and returns whether the row existed
     */
    LetterBatch(Predicate<String> work, Action action, RedeliveryActions actions) {
        this.work = work;
        this.action = action;
        this.actions = actions;
    }

    /** Applies the action, skipping letters that cannot be read. Does not catch failures of the database. */
    void run(List<String> instances) {
        instances.forEach(this::process);
    }

    private void process(String instance) {
        try {
            if (work.test(instance)) {
                done++;
                actions.count(CallId.keyIn(instance), action);
            }
        } catch (UnreadableCall failure) {
            unreadable.add(CallId.idIn(instance));
        }
    }

    /** Returns the number of processed letters. */
    int done() {
        return done;
    }

    /** Returns the number of letters that could not be read. */
    int unreadable() {
        return unreadable.size();
    }

    /** Logs the letters that could not be read. */
    void warn() {
        if (!unreadable.isEmpty()) {
            List<String> shown = unreadable.subList(0, Math.min(SHOWN, unreadable.size()));
            LETTERS_UNREADABLE.with(unreadable.size(), shown).log(logger);
        }
    }
}
