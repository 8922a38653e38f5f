package io.backoff.config.policy;

import io.backoff.aop.BackoffInvoker;
import io.backoff.engine.operations.ProgrammaticGuards;
import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.BackoffPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Refuses to change a policy to what those who use it could not have been started with. */
public final class PolicyChangeValidator {

    private static final String ATTEMPT_TIMEOUT = "attempt-timeout";

    private final ObjectProvider<BackoffInvoker> invoker;
    private final ObjectProvider<ProgrammaticGuards> guards;

    /**
     * Asks for neither before the first change: both are made after the policies.
     *
     * @param invoker knows who is annotated
     * @param guards know who calls from code
     */
    public PolicyChangeValidator(ObjectProvider<BackoffInvoker> invoker, ObjectProvider<ProgrammaticGuards> guards) {
        this.invoker = invoker;
        this.guards = guards;
    }

    /**
     * Looks at one policy.
     *
     * @param before what it is so far, {@code null} for a new one, which nobody uses
     */
    void check(@Nullable BackoffPolicy before, BackoffPolicy after, LayeredPolicy settings) {
        Duration timeout = after.limits().attemptTimeout();
        if (before == null || timeout.isZero() || timeout.equals(before.limits().attemptTimeout())) {
            return;
        }
        try {
            invoker.getObject().check(after);
        } catch (InvalidBackoffException refused) {
            throw settings.invalid(ATTEMPT_TIMEOUT, String.valueOf(refused.getMessage()), refused.remedy());
        }
        if (guards.getObject().areBlocking(after.name())) {
            throw settings.invalid(
                    ATTEMPT_TIMEOUT,
                    "BackoffOperations uses the policy '" + after.name()
                            + "' for blocking calls, whose attempts cannot be ended from outside",
                    "Set a timeout at the client that is called, and name a policy without 'attempt-timeout'.");
        }
    }
}
