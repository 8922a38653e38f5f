package io.backoff.dryrun;

import io.backoff.dryrun.Traffic.Period;
import java.util.List;

/** Begins the calls under one policy, at equal intervals within each period. */
final class Arrivals extends Event {

    private final Simulation simulation;
    private final SimulatedPolicy policy;
    private final Sample sample;
    private final List<Period> periods;
    private int period;
    private long call;

    /**
     * Creates the arrivals.
     *
     * @param sample selects the simulated calls
     */
    Arrivals(Simulation simulation, SimulatedPolicy policy, Sample sample) {
        this.simulation = simulation;
        this.policy = policy;
        this.sample = sample;
        this.periods = policy.traffic().periods();
    }

    void begin() {
        scheduleNext();
    }

    @Override
    void happen() {
        int begun = period;
        long weight = sample.weight(periods.get(begun).calls(), call);
        call++;
        scheduleNext();
        new SimulatedCall(simulation, policy, begun, weight).begin();
    }

    private void scheduleNext() {
        while (period < periods.size() && call >= sample.of(periods.get(period).calls())) {
            period++;
            call = 0;
        }
        if (period < periods.size()) {
            Period current = periods.get(period);
            double spacing = (double) current.nanos() / current.calls();
            simulation.at((long) (current.start() * sample.share() + (call + 0.5) * spacing), this);
        }
    }
}
