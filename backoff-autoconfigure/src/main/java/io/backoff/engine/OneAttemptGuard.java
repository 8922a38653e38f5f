package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.FollowedPolicy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The guard of calls in a transaction of their caller: the same policy and meters, and one attempt. The first call that
 * loses its retries by this is logged.
 */
public final class OneAttemptGuard {

    private static final Logger logger = System.getLogger(OneAttemptGuard.class.getName());

    private final String name;
    private final FollowedPolicy policy;
    private final Guard guard;
    private final AtomicBoolean logged = new AtomicBoolean();

    /**
     * Creates the guard.
     *
     * @param name names the calls in the log
     * @param method {@code Class.method}, or {@code programmatic}
     */
    public OneAttemptGuard(String name, Supplier<Engine> engine, FollowedPolicy policy, String method) {
        this.name = name;
        this.policy = policy;
        this.guard = Guard.of(engine.get(), policy.adapted(BackoffPolicy::withoutRetries), method);
    }

    /** Guards one call in a transaction of its caller. */
    public Guard forJoining() {
        if (isFirst()) {
            logger.log(
                    Level.WARNING,
                    name + " is called in a transaction of its caller, and makes one attempt: what a failed attempt"
                            + " wrote could not be undone before the next. Give it a transaction of its own with"
                            + " @Transactional(propagation = Propagation.REQUIRES_NEW), guard the method that begins"
                            + " the transaction instead, or set 'backoff.transactions' to 'retry'");
        }
        return guard;
    }

    /** Guards one call that is inside of the transaction which the called method itself declares. */
    public Guard forInside() {
        if (isFirst()) {
            logger.log(
                    Level.WARNING,
                    name + " makes one attempt: its retries are inside of its own transaction, which all attempts would"
                            + " share, whatever its propagation. Put them around it: remove 'backoff.order', or set it"
                            + " below the order of the transactions; woven retries are always inside of a proxy's"
                            + " transaction, so guard the caller there. Or set 'backoff.transactions' to 'retry'");
        }
        return guard;
    }

    private boolean isFirst() {
        return !logged.get() && policy.get().retries() && logged.compareAndSet(false, true);
    }
}
