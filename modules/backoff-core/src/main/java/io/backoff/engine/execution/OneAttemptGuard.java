package io.backoff.engine.execution;

import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicy;
import java.lang.System.Logger;
import java.util.function.Supplier;

/**
 * The guard of calls whose attempts would share a transaction: their caller's, or the method's own. Such calls make one
 * attempt each, under the policy and with the meters of the method's other calls. The first such call is logged if the
 * policy retries.
 */
public final class OneAttemptGuard {

    private static final Logger logger = System.getLogger(OneAttemptGuard.class.getName());

    private static final LogMessage JOINS_TRANSACTION =
            LogMessage.warning("%s is called in its caller's transaction and makes one attempt: the writes of a "
                    + "failed attempt could not be undone before the next one. Give it a transaction of "
                    + "its own with @Transactional(propagation = Propagation.REQUIRES_NEW), guard the "
                    + "method that begins the transaction instead, or set 'backoff.transactions' to 'retry'");
    private static final LogMessage INSIDE_TRANSACTION =
            LogMessage.warning("%s makes one attempt: retries would run inside its own transaction, so all attempts "
                    + "would share it, whatever its propagation. To retry outside the transaction, remove "
                    + "'backoff.order', or set it below the order of the transaction advice; if "
                    + "'backoff.advice-mode' is 'aspectj', guard the caller instead. Or set 'backoff.transactions' "
                    + "to 'retry'");

    private final String name;
    private final CurrentPolicy policy;
    private final Guard guard;
    private final Guard disabled;
    private final LogLimit once = LogLimit.once();

    /**
     * Creates the guard.
     *
     * @param name subject of the log lines, such as the name of the method
     * @param method {@code Class.method}, or {@code programmatic}
     */
    public OneAttemptGuard(String name, Supplier<Engine> engine, CurrentPolicy policy, String method) {
        this.name = name;
        this.policy = policy;
        this.disabled = Guard.of(engine.get(), policy.adapted(BackoffPolicy::withoutRetries), method)
                .withoutRetries();
        this.guard = disabled.inTransaction();
    }

    /** Returns the guard of a call that joins its caller's transaction. */
    public Guard forJoining() {
        if (isFirst()) {
            JOINS_TRANSACTION.with(name).log(logger);
        }
        return guard();
    }

    /** Returns the guard of a call whose attempts would all run inside one transaction, the method's own. */
    public Guard forInside() {
        if (isFirst()) {
            INSIDE_TRANSACTION.with(name).log(logger);
        }
        return guard();
    }

    // Under a disabled policy, calls make one attempt anyway, so the transaction must not be named as the reason.
    private Guard guard() {
        return policy.get().enabled() ? guard : disabled;
    }

    private boolean isFirst() {
        return policy.get().retries() && once.isFirst(this);
    }
}
