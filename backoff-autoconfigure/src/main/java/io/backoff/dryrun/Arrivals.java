package io.backoff.dryrun;

import io.backoff.dryrun.Traffic.Period;
import java.util.List;

/** Begins the calls of one policy, evenly spaced within each period. */
final class Arrivals extends Event {

    private final Simulation simulation;
    private final SimulatedPolicy policy;
    private final double share;
    private final List<Period> periods;
    private int period;
    private long call;

    /**
     * Creates the arrivals.
     *
     * @param share the share of the calls that is simulated
     */
    Arrivals(Simulation simulation, SimulatedPolicy policy, double share) {
        this.simulation = simulation;
        this.policy = policy;
        this.share = share;
        this.periods = policy.traffic().periods();
    }

    void begin() {
        scheduleNext();
    }

    @Override
    void happen() {
        int begun = period;
        long weight = weight(periods.get(begun).calls(), call);
        call++;
        scheduleNext();
        new SimulatedCall(simulation, policy, begun, weight).begin();
    }

    private void scheduleNext() {
        while (period < periods.size() && call >= simulated(periods.get(period).calls())) {
            period++;
            call = 0;
        }
        if (period < periods.size()) {
            Period current = periods.get(period);
            double spacing = (double) current.nanos() / current.calls();
            simulation.at((long) (current.start() * share + (call + 0.5) * spacing), this);
        }
    }

    private long simulated(long calls) {
        return calls == 0 ? 0 : Math.max(1, Math.round(calls * share));
    }

    /** How many calls of the period the given one stands for. */
    private long weight(long calls, long number) {
        long simulated = simulated(calls);
        long first = simulated / 2;
        if (simulated == calls || number < first) {
            return 1;
        }
        // In whole calls, whose sum is exact.
        long rest = calls - first;
        long parts = simulated - first;
        long part = number - first;
        return rest * (part + 1) / parts - rest * part / parts;
    }
}
