package io.backoff.autoconfigure;

import io.backoff.classify.Classifier;
import io.backoff.classify.Verdict;
import io.backoff.method.LazyBean;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Applies the application's failure classifiers in order. They are looked up at the first failure, because a classifier
 * may need beans that are created after the policies.
 */
final class ApplicationClassifiers implements Classifier {

    private final LazyBean<List<Classifier>> classifiers;

    ApplicationClassifiers(ObjectProvider<Classifier> beans) {
        this.classifiers = new LazyBean<>(() -> beans.orderedStream().toList());
    }

    @Override
    public @Nullable Verdict classify(Throwable failure) {
        for (Classifier classifier : classifiers.get()) {
            Verdict verdict = classifier.classify(failure);
            if (verdict != null) {
                return verdict;
            }
        }
        return null;
    }
}
