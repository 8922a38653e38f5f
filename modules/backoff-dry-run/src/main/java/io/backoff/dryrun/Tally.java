package io.backoff.dryrun;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Counts simulated calls. Each simulated call has a weight: the number of observed calls that it represents. */
final class Tally {

    private final List<Wait> waits = new ArrayList<>();
    private long calls;
    private long attempts;
    private long succeeded;
    private long granted;
    private long denied;

    void attempted(long weight) {
        attempts += weight;
    }

    void granted(long weight) {
        granted += weight;
    }

    void denied(long weight) {
        denied += weight;
    }

    void ended(boolean success, long waited, long weight) {
        calls += weight;
        succeeded += success ? weight : 0;
        if (waited > 0) {
            waits.add(new Wait(waited, weight));
        }
    }

    Figures figures() {
        return new Figures(
                calls == 0 ? 1 : (double) attempts / calls,
                calls == 0 ? 1 : (double) succeeded / calls,
                granted + denied == 0 ? 0 : (double) denied / (granted + denied),
                mean(),
                percentile99());
    }

    private Duration mean() {
        double sum = 0;
        for (Wait wait : waits) {
            sum += (double) wait.nanos * wait.weight;
        }
        return calls == 0 ? Duration.ZERO : Duration.ofNanos((long) (sum / calls));
    }

    /** Returns the 99th percentile of the total delay. */
    private Duration percentile99() {
        waits.sort(Comparator.comparingLong(Wait::nanos).reversed());
        long above = calls / 100;
        for (Wait wait : waits) {
            above -= wait.weight;
            if (above < 0) {
                return Duration.ofNanos(wait.nanos);
            }
        }
        return Duration.ZERO;
    }

    private record Wait(long nanos, long weight) {}
}
