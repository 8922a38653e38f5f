package io.backoff.aop;

import io.backoff.logging.SpringLogger;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.BackoffPolicy;
import io.backoff.text.DurationText;
import java.lang.System.Logger;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import org.springframework.util.ClassUtils;

/** Checks how long a blocking method may block its thread. */
final class BlockedThreads {

    private static final Logger logger = SpringLogger.of(BlockedThreads.class);

    private static final LogMessage BLOCKS_THREAD =
            LogMessage.warning("@Backoff on %s: with policy '%s', a call can block its thread %s. Lower "
                    + "'max-elapsed' or 'max-attempts', or return a CompletableFuture.");

    private static final Duration LONG = Duration.ofMinutes(1);

    private BlockedThreads() {}

    /**
     * Rejects a policy that cannot be used for a blocking method, and warns about a policy that can block a thread for
     * more than a minute.
     */
    static void check(Method method, BackoffPolicy policy) {
        checkTimeout(method, policy);
        Optional<Duration> worst = worstCase(policy);
        boolean tooLong = worst.isEmpty() || worst.get().compareTo(LONG) > 0;
        if (policy.enabled() && tooLong) {
            warning(method, policy, worst).log(logger);
        }
    }

    private static Optional<Duration> worstCase(BackoffPolicy policy) {
        return policy.worstCase()
                .flatMap(usual -> policy.throttledWorstCase().map(other -> usual.compareTo(other) > 0 ? usual : other));
    }

    static void checkTimeout(Method method, BackoffPolicy policy) {
        Duration timeout = policy.limits().attemptTimeout();
        if (!timeout.isZero()) {
            throw new InvalidBackoffException(
                    method,
                    "the policy '" + policy.name() + "' sets 'attempt-timeout' to " + DurationText.of(timeout)
                            + ", but the attempts of a blocking method cannot be ended from outside",
                    "Set a timeout at the client that the method calls, and name a policy without 'attempt-timeout'.");
        }
    }

    private static LogLine warning(Method method, BackoffPolicy policy, Optional<Duration> worst) {
        String time = worst.map(longest -> "for " + DurationText.of(longest)).orElse("indefinitely");
        return BLOCKS_THREAD.with(ClassUtils.getQualifiedMethodName(method), policy.name(), time);
    }
}
