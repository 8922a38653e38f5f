package io.backoff.benchmarks.soak;

import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A classifier that recognises an overloaded callee, and fails on some exceptions. */
final class Judge implements Classifier {

    @Override
    public @Nullable Verdict classify(Throwable failure) {
        if (failure instanceof Confusing) {
            throw new IllegalStateException("classifier");
        }
        return failure instanceof Overloaded ? Verdict.overloaded() : null;
    }

    /** A failure that must not be retried. */
    static final class Overloaded extends IOException {

        private static final long serialVersionUID = 1L;
    }

    /** A failure that breaks the classifier. */
    static final class Confusing extends IOException {

        private static final long serialVersionUID = 1L;
    }
}
