package io.backoff.engine.execution;

import io.backoff.message.CallMessage;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.FollowedPolicy;
import java.lang.System.Logger;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The guard for calls in a transaction of their caller: the same policy and meters, but one attempt. The first call
 * that loses its retries this way is logged.
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
        this.guard = Guard.of(engine.get(), policy.adapted(BackoffPolicy::withoutRetries), method)
                .withoutRetries();
    }

    /** Guards one call in a transaction of its caller. */
    public Guard forJoining() {
        if (isFirst()) {
            CallMessage.JOINS_TRANSACTION.with(name).log(logger);
        }
        return guard;
    }

    /** Guards one call that runs inside the transaction declared by the called method itself. */
    public Guard forInside() {
        if (isFirst()) {
            CallMessage.INSIDE_TRANSACTION.with(name).log(logger);
        }
        return guard;
    }

    private boolean isFirst() {
        return !logged.get() && policy.get().retries() && logged.compareAndSet(false, true);
    }
}
