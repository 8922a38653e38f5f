package io.backoff.classify;

import java.util.List;
import java.util.Set;

/** Classifiers for the policies of tests. */
public final class Classifiers {

    private Classifiers() {}

    /** Retries failures of the type, whatever the group, and no status. */
    public static FailureClassifier retrying(Class<? extends Throwable> type, Classifier... custom) {
        FailureRules rules = new FailureRules(
                FailureSelection.of(List.of(type)),
                FailureSelection.of(List.of()),
                new StatusRanges(List.of()),
                RetriedGrpcStatuses.DEFAULT,
                Set.of(),
                true,
                ListDistances.EQUAL);
        return new FailureClassifier(rules, List.of(custom), List.of(), FailureGroups.STANDARD);
    }
}
