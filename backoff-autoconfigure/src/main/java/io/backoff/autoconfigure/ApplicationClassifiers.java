package io.backoff.autoconfigure;

import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import io.backoff.method.LazyBean;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The classifiers that the application declares, in their order. Looked up at the first failure: policies exist before
 * most beans do, and a classifier may need some of those.
 */
final class ApplicationClassifiers implements Classifier {

    private final LazyBean<List<Classifier>> classifiers;

    ApplicationClassifiers(ObjectProvider<Classifier> beans) {
        this.classifiers = new LazyBean<>(() -> beans.orderedStream().toList());
    }

    @Override
    public @Nullable Verdict classify(Throwable failure) {
        for (Classifier each : classifiers.get()) {
            Verdict verdict = each.classify(failure);
            if (verdict != null) {
                return verdict;
            }
        }
        return null;
    }
}
