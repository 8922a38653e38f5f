package io.backoff.benchmarks.dryrun;

import io.backoff.dryrun.Figures;
import io.backoff.dryrun.Figures.Comparison;
import java.util.List;
import java.util.Objects;

/**
 * A change, what its dry run predicted, and what was measured.
 *
 * @param before the figures measured before the change, in the calls that the dry run observed
 * @param replay the figures before and after the change, as predicted by the dry run
 * @param after the figures measured in as many calls after the change
 */
record Prediction(Change change, Figures before, Comparison replay, Figures after) {

    private static final long OTHER_CALLS = 1_000;

    /** Makes the changes, each to a different policy, and measures the calls before and after each change. */
    static List<Prediction> of(List<Change> changes, int seed) {
        try (Application application = new Application()) {
            return changes.stream().map(change -> of(application, change, seed)).toList();
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
