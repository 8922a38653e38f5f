package io.backoff.idempotency.autoconfigure;

import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.InvalidIdempotencyKeyException;
import io.backoff.idempotency.OperationInProgressException;
import io.backoff.text.CauseChain;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the failures of duplicates for all policies. A duplicate is retried while the first call is in progress.
 * Such a retry takes no token from a budget, because it does not execute the operation. Other failures of duplicates
 * are not retried, because a retry would fail in the same way.
 */
final class DuplicateClassifier implements Classifier {

    @Override
    public @Nullable Verdict classify(Throwable failure) {
        return CauseChain.first(failure, DuplicateClassifier::classifyOne);
    }

    private static @Nullable Verdict classifyOne(Throwable failure) {
        if (failure instanceof OperationInProgressException busy) {
            return Verdict.waiting(busy.retryAfter().isZero() ? null : busy.retryAfter());
        }
        boolean never = failure instanceof IdempotencyKeyReusedException
                || failure instanceof DuplicateOperationException
                || failure instanceof InvalidIdempotencyKeyException;
        return never ? Verdict.notRetryable() : null;
    }
}
