package io.backoff.autoconfigure;

import io.backoff.policy.Classifier;
import io.backoff.policy.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * The classifiers that the application declares, in their order. Looked up at the first failure: policies exist before
 * most beans do, and a classifier may need some of those.
 */
final class ApplicationClassifiers implements Classifier {

    private final SingletonSupplier<List<Classifier>> classifiers;

    ApplicationClassifiers(ObjectProvider<Classifier> beans) {
        this.classifiers = SingletonSupplier.of(() -> beans.orderedStream().toList());
    }

    @Override
    public @Nullable Verdict classify(Throwable failure) {
        for (Classifier each : classifiers.obtain()) {
            Verdict verdict = each.classify(failure);
            if (verdict != null) {
                return verdict;
            }
        }
        return null;
    }
}
