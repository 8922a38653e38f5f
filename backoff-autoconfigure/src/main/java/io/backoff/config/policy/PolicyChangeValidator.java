package io.backoff.config.policy;

import io.backoff.aop.BackoffInvoker;
import io.backoff.engine.operations.ProgrammaticGuards;
import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Rejects a policy change at run time that would have failed at startup because of the methods or the code that use the
 * policy.
 */
public final class PolicyChangeValidator {

    private static final String ATTEMPT_TIMEOUT = "attempt-timeout";

    private final ObjectProvider<BackoffInvoker> invoker;
    private final ObjectProvider<ProgrammaticGuards> guards;

    /**
     * Looks up neither bean before the first change, because both are created after the policies.
     *
     * @param invoker knows the annotated methods
     * @param guards know the policies that code uses
     */
    public PolicyChangeValidator(ObjectProvider<BackoffInvoker> invoker, ObjectProvider<ProgrammaticGuards> guards) {
        this.invoker = invoker;
        this.guards = guards;
    }

    /**
     * Validates one policy.
     *
     * @param before the current policy; {@code null} for a new one, which is not in use yet
     */
    void check(@Nullable BackoffPolicy before, BackoffPolicy after, LayeredPolicy settings) {
        if (before != null && setsTimeout(before.limits(), after.limits())) {
            checkMethods(after, settings);
            checkGuards(after, settings);
        }
    }

    private static boolean setsTimeout(Limits before, Limits after) {
        Duration timeout = after.attemptTimeout();
        return !timeout.isZero() && !timeout.equals(before.attemptTimeout());
    }

    private void checkMethods(BackoffPolicy after, LayeredPolicy settings) {
        try {
            invoker.getObject().check(after);
        } catch (InvalidBackoffException invalid) {
            throw settings.invalid(ATTEMPT_TIMEOUT, String.valueOf(invalid.getMessage()), invalid.remedy());
        }
    }

    private void checkGuards(BackoffPolicy after, LayeredPolicy settings) {
        if (guards.getObject().areBlocking(after.name())) {
            throw settings.invalid(
                    ATTEMPT_TIMEOUT,
                    "BackoffOperations uses the policy '" + after.name()
                            + "' for blocking calls, whose attempts cannot be ended from outside",
                    "Set a timeout at the client that is called, and name a policy without 'attempt-timeout'.");
        }
    }
}
