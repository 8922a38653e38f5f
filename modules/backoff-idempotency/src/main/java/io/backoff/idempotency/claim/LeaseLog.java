package io.backoff.idempotency.claim;

import io.backoff.engine.TimeSource;
import io.backoff.idempotency.ClaimToken;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.text.FailureText;
import java.lang.System.Logger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Warns about operations that may be executed twice. The warnings contain the digest under which the store has the key.
 *
 * <p>While a store is down, every call causes warnings. Therefore, each kind of warning is logged at most once a minute
 * for each call; if there are too many calls, some of them share one line a minute. Suppressed warnings are logged at
 * debug level, and a later line contains their number. For each kind of warning, one line a minute has a stack trace.
 */
final class LeaseLog {

    private static final Logger logger = SpringLogger.of(LeaseLog.class);

    private static final LogMessage LEASE_NOT_RENEWED =
            LogMessage.warning("The lease of %s could not be renewed; if it expires, a duplicate call may carry out "
                    + "the operation again%s");
    private static final LogMessage LEASE_LOST =
            LogMessage.warning("The lease of %s was lost; another call may have carried out the same operation%s");
    private static final LogMessage OUTCOME_NOT_STORED =
            LogMessage.warning("The outcome of %s could not be stored; once its lease has expired, a duplicate call "
                    + "carries out the operation again%s");
    private static final LogMessage TRANSACTION_ROLLED_BACK =
            LogMessage.warning("The outcome of %s could not be stored; its transaction is rolled back%s");
    private static final LogMessage TRANSACTION_UNKNOWN =
            LogMessage.warning("The outcome of the transaction around %s is unknown, so nothing is stored; once its "
                    + "lease has expired, a duplicate call carries out the operation again%s");

    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int LONGEST_FAILURE = 300;

    private final TimeSource time;
    private final Kind renewals = new Kind();
    private final Kind losses = new Kind();
    private final Kind outcomes = new Kind();

    LeaseLog(TimeSource time) {
        this.time = time;
    }

    void notRenewed(ClaimToken token, Throwable failure) {
        log(renewals, token, LEASE_NOT_RENEWED, failure);
    }

    void lost(ClaimToken token) {
        log(losses, token, LEASE_LOST, null);
    }

    void notStored(ClaimToken token, Throwable failure) {
        log(outcomes, token, OUTCOME_NOT_STORED, failure);
    }

    void notStoredInTransaction(ClaimToken token, Throwable failure) {
        log(outcomes, token, TRANSACTION_ROLLED_BACK, failure);
    }

    void notKnown(ClaimToken token) {
        log(outcomes, token, TRANSACTION_UNKNOWN, null);
    }

    private static String name(ClaimToken token) {
        return "a call of " + token.id().operation() + " (digest of the key: "
                + token.id().digest() + ")";
    }

    private void log(Kind kind, ClaimToken token, LogMessage message, @Nullable Throwable failure) {
        long now = time.nanoTime();
        String suppressed = kind.calls().enter(token, now);
        if (suppressed == null) {
            message.with(name(token), "").debug(logger, failure);
            return;
        }
        String end = (failure == null ? "" : ": " + FailureText.of(failure, LONGEST_FAILURE)) + suppressed;
        boolean withStack = failure != null && kind.stacks().enter(kind, now) != null;
        message.with(name(token), end).log(logger, withStack ? failure : null);
    }

    /**
     * A kind of warning.
     *
     * @param calls limits the warnings of each call
     * @param stacks limits the warnings that have a stack trace
     */
    private record Kind(LogLimit calls, LogLimit stacks) {

        Kind() {
            this(LogLimit.oncePer(PAUSE), LogLimit.oncePer(PAUSE));
        }
    }
}
