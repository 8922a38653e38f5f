package io.backoff.idempotency;

import io.backoff.policy.Causes;
import io.backoff.policy.Classifier;
import io.backoff.policy.Verdict;
import org.jspecify.annotations.Nullable;

/** Keeps policies from retrying what would be answered the same again. */
final class FinalFailures implements Classifier {

    @Override
    public @Nullable Verdict classify(Throwable failure) {
        boolean never = Causes.any(
                failure,
                each -> each instanceof IdempotencyKeyReusedException || each instanceof DuplicateOperationException);
        return never ? Verdict.notRetryable() : null;
    }
}
