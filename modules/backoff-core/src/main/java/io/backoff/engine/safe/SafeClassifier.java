package io.backoff.engine.safe;

import io.backoff.classify.Verdict;
import io.backoff.message.LogMessage;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;

/** Calls the classifier of a policy and never throws. If the classifier throws, the failure is not retried. */
public final class SafeClassifier {

    private static final Logger logger = System.getLogger(SafeClassifier.class.getName());

    private static final LogMessage CLASSIFIER_FAILED =
            LogMessage.warning("A classifier of policy '%s' failed; not retried");

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
}
