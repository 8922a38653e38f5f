package io.backoff.redelivery.endpoint;

import io.backoff.logging.SpringLogger;
import io.backoff.message.RedeliveryMessage;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.call.RedeliveryActions.Action;
import io.backoff.redelivery.call.UnreadableCall;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The same action on many dead letters. What is done so far is known even if the next one fails. */
final class LetterBatch {

    private static final Logger logger = SpringLogger.of(LetterBatch.class);

    private static final int SHOWN = 20;

    private final Predicate<String> work;
    private final Action action;
    private final RedeliveryActions actions;
    private final List<String> unreadable = new ArrayList<>();
    private int done;

    /**
     * A batch of which nothing is done yet.
     *
     * @param work what to do with the row of a name; whether there was one
     */
    LetterBatch(Predicate<String> work, Action action, RedeliveryActions actions) {
        this.work = work;
        this.action = action;
        this.actions = actions;
    }

    /** Does the work, and leaves out letters that cannot be read. A database that fails is the end of it. */
    void run(List<String> instances) {
        for (String each : instances) {
            try {
                if (work.test(each)) {
                    done++;
                    actions.count(CallId.keyIn(each), action);
                }
            } catch (UnreadableCall failure) {
                unreadable.add(CallId.idIn(each));
            }
        }
    }

    /** How many are done. */
    int done() {
        return done;
    }

    /** How many could not be read. */
    int unreadable() {
        return unreadable.size();
    }

    /** Says which could not be read. */
    void warn() {
        if (!unreadable.isEmpty()) {
            List<String> shown = unreadable.subList(0, Math.min(SHOWN, unreadable.size()));
            RedeliveryMessage.LETTERS_UNREADABLE.with(unreadable.size(), shown).log(logger);
        }
    }
}
