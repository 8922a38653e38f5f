package io.backoff.benchmarks.dryrun;

import io.backoff.dryrun.Figures;
import io.backoff.dryrun.Figures.Comparison;
import java.util.List;
import java.util.Objects;

/**
 * A change, the prediction of its dry run, and the measured effect.
 *
 * @param before measured in the calls before the change, which the dry run observed
 * @param replay the report of the dry run
 * @param after measured in as many calls after the change
 */
record Prediction(Change change, Figures before, Comparison replay, Figures after) {

    private static final long OTHER_CALLS = 1_000;

    /** Makes the changes, each to its own policy. */
    static List<Prediction> of(List<Change> changes, int seed) {
        try (Application application = new Application()) {
            return changes.stream().map(each -> of(application, each, seed)).toList();
        }
    }

    private static Prediction of(Application application, Change change, int seed) {
        Figures before = application.run(change, seed);
        Comparison replay = Objects.requireNonNull(application.dryRun(change).replay(), change.policy());
        application.apply(change);
        return new Prediction(change, before, replay, application.run(change, seed + OTHER_CALLS));
    }

    Figures predicted() {
        return replay.to();
    }
}
