package io.backoff.benchmarks.soak;

import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A classifier that knows a callee that is overloaded, and fails itself at others. */
final class Judge implements Classifier {

    @Override
    public @Nullable Verdict classify(Throwable failure) {
        if (failure instanceof Confusing) {
            throw new IllegalStateException("classifier");
        }
        return failure instanceof Overloaded ? Verdict.overloaded() : null;
    }

    /** Not to be asked again. */
    static final class Overloaded extends IOException {

        private static final long serialVersionUID = 1L;
    }

    /** Beyond the classifier. */
    static final class Confusing extends IOException {

        private static final long serialVersionUID = 1L;
    }
}
