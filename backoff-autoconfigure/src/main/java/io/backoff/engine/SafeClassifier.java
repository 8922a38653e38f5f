package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.Verdict;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The classifier of a policy as one that never throws. What a broken one cannot judge is not retried. */
final class SafeClassifier {

    private static final Logger logger = System.getLogger(SafeClassifier.class.getName());

    private SafeClassifier() {}

    static Verdict classify(BackoffPolicy policy, Throwable failure) {
        try {
            return policy.classifier().classify(failure);
        } catch (Throwable broken) {
            SafeLog.log(
                    logger,
                    Level.WARNING,
                    "A classifier of policy '" + policy.name() + "' failed; not retried",
                    broken);
            return Verdict.notRetryable();
        }
    }
}
