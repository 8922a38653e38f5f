package io.backoff.engine.safe;

import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls the classifier of a policy without ever throwing. If the classifier throws, the failure that it should have
 * classified is not retryable.
 */
public final class SafeClassifier {

    private static final Logger logger = System.getLogger(SafeClassifier.class.getName());

    private static final LogMessage CLASSIFIER_FAILED =
            LogMessage.warning("A classifier of policy '%s' failed, so the failure is not retried");

    private SafeClassifier() {}

    /** Classifies a failure under a policy. */
    public static Verdict classify(BackoffPolicy policy, Throwable failure) {
        try {
            return policy.classifier().classify(failure);
        } catch (Throwable broken) {
            CLASSIFIER_FAILED.with(policy.name()).log(logger, broken);
            return Verdict.notRetryable();
        }
    }

    /**
     * Determines whether the callee throttled the attempt.
     *
     * @param verdict the verdict on the failure; the cause {@code THROTTLED}, for example set by a {@code Classifier}
     *     bean, also counts as throttling
     * @return the Retry-After delay, zero if there is none; {@code null} if the callee did not throttle
     */
    public static @Nullable Duration throttled(BackoffPolicy policy, Throwable failure, Verdict verdict) {
        try {
            Duration retryAfter = policy.classifier().throttled(failure);
            return retryAfter == null && verdict.cause() == RetryCause.THROTTLED
                    ? Objects.requireNonNullElse(verdict.retryAfter(), Duration.ZERO)
                    : retryAfter;
        } catch (Throwable broken) {
            CLASSIFIER_FAILED.with(policy.name()).log(logger, broken);
            return null;
        }
    }
}
