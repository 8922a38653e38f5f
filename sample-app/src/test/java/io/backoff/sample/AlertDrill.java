package io.backoff.sample;

import java.util.SplittableRandom;

/**
 * One simulated run of a case: a time without trouble, and then what the case describes. Rates, sizes and the interval
 * of scrapes vary by seed.
 */
final class AlertDrill {

    static final int MINUTE = 60;
    static final int HOUR = 60 * MINUTE;
    private static final int[] SCRAPE_INTERVALS = {15, 60, 30};

    private final AlertCase of;
    private final String job;
    private final SplittableRandom random;
    private final int onset;
    private final int end;
    private final SampledSeries series;
    private String culprit = "";

    AlertDrill(AlertCase of, int seed) {
        this.of = of;
        this.job = of.name() + "-" + seed;
        this.random = new SplittableRandom(1_000L * seed + of.ordinal());
        this.onset = (int) between(20 * MINUTE, 60 * MINUTE);
        this.end = onset + of.length();
        this.series = new SampledSeries(SCRAPE_INTERVALS[seed % SCRAPE_INTERVALS.length], end);
        of.simulate(this);
    }

    AlertCase of() {
        return of;
    }

    /** The application, which no other drill has. */
    String job() {
        return job;
    }

    /** The second in which trouble begins. */
    int onset() {
        return onset;
    }

    /** The last second. */
    int end() {
        return end;
    }

    SampledSeries series() {
        return series;
    }

    double between(double least, double most) {
        return least + random.nextDouble() * (most - least);
    }

    int number(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /** An application with a constant load, drawn from these calls per second. */
    SimulatedFleet fleet(int instances, double least, double most) {
        double rate = between(least, most);
        return new SimulatedFleet(job, instances, random.split()).load(second -> rate);
    }

    void run(SimulatedFleet fleet) {
        fleet.run(end, series);
    }

    /** Draws the one instance that the alert is to name. */
    int culprit(int instances) {
        int number = number(1, instances);
        culprit = job + "-" + number;
        return number;
    }

    /** The instance that the alert is to name; empty if there is none. */
    String culprit() {
        return culprit;
    }

    /** The instances' meters of stored calls. */
    StoredCalls stored(int instances) {
        return new StoredCalls(job, series, instances);
    }
}
