package io.backoff.idempotency;

import io.backoff.policy.Causes;
import io.backoff.policy.Classifier;
import io.backoff.policy.Verdict;
import org.jspecify.annotations.Nullable;

/** Keeps policies from retrying what would be answered the same again. */
final class FinalFailures implements Classifier {

    @Override
    public @Nullable Verdict classify(Throwable failure) {
        boolean never = Causes.any(failure, FinalFailures::isFinal);
        return never ? Verdict.notRetryable() : null;
    }

    private static boolean isFinal(Throwable failure) {
        return failure instanceof IdempotencyKeyReusedException
                || failure instanceof DuplicateOperationException
                || failure instanceof InvalidIdempotencyKeyException;
    }
}
