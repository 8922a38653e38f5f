package io.backoff.contract;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import io.backoff.engine.stats.CallCounts;
import io.backoff.engine.stats.CallMeters;
import io.backoff.policy.Outcome;
import org.jspecify.annotations.Nullable;

/** A listener, a classifier and meters, one of which throws a {@link StackOverflowError} once. */
final class BreakingParts implements BackoffListener, Classifier, CallMeters, CallMeters.Factory {

    private int left = Integer.MAX_VALUE;

    /** Works this many times, then throws once. */
    void breakAfter(int uses) {
        left = uses;
    }

    /** Whether the error has been thrown. */
    boolean broke() {
        return left < 0;
    }

    private void use() {
        if (left-- == 0) {
            throw new StackOverflowError();
        }
    }

    @Override
    public void onDecision(RetryDecision decision) {
        use();
    }

    @Override
    public @Nullable Verdict classify(Throwable failure) {
        use();
        return null;
    }

    @Override
    public CallMeters create(CallCounts counts, int maxAttempts) {
        return this;
    }

    @Override
    public CallMeters begin() {
        use();
        return this;
    }

    @Override
    public void ended(Outcome outcome, int attempts) {
        use();
    }

    @Override
    public void retried(RetryCause cause) {
        use();
    }

    @Override
    public void waited(long nanos) {
        use();
    }
}
