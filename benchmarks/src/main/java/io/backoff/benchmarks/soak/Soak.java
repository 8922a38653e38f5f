package io.backoff.benchmarks.soak;

import io.backoff.adopt.AdoptMode;
import io.backoff.benchmarks.soak.adopted.AdoptedLife;
import io.backoff.benchmarks.soak.adopted.AdoptedTally;
import java.util.List;
import java.util.SplittableRandom;
import reactor.core.publisher.Hooks;

/**
 * Runs the soak test that the package describes. Prints each violation and a report, and exits with status 1 if there
 * were violations.
 */
public final class Soak {

    private final Plan plan;
    private final SplittableRandom random;
    private final Violations violations = new Violations(System.out::println);
    private final Tally tally = new Tally();
    private final Growth growth = new Growth();
    private final Remains remains = new Remains(violations);
    private final AdoptedTally adopted = new AdoptedTally();

    Soak(Plan plan) {
        this.plan = plan;
        this.random = new SplittableRandom(plan.seed());
    }

    /**
     * Runs the soak.
     *
     * @param arguments the duration, such as {@code 30s}, by default {@code 10m}; and a seed, by default random
     */
    public static void main(String[] arguments) throws InterruptedException {
        Plan plan = Plan.of(arguments);
        System.out.println(plan + "\n");
        Soak soak = new Soak(plan);
        List<String> violations = soak.run();
        System.out.print(soak.report());
        if (!violations.isEmpty()) {
            System.exit(1);
        }
    }

    /**
     * Runs the soak.
     *
     * @return the violations
     */
    List<String> run() throws InterruptedException {
        // Failures after a cancellation are dropped; otherwise Reactor would log them.
        Hooks.onErrorDropped(late -> {});
        long end = System.nanoTime() + plan.duration().toNanos();
        try (Crew crew = new Crew(plan.drivers(), random.nextLong())) {
            for (int number = 1; number == 1 || System.nanoTime() < end; number++) {
                run(number, crew, end);
                growth.measure();
                remains.check();
            }
            remains.checkAll();
        } finally {
            Hooks.resetOnErrorDropped();
        }
        growth.check(violations);
        return violations.found();
    }

    Report report() {
        return new Report(tally, adopted, growth, violations);
    }

    private void run(int number, Crew crew, long end) throws InterruptedException {
        AdoptedLife observed = adopt(number, AdoptMode.OBSERVE);
        AdoptedLife governed = adopt(number, AdoptMode.GOVERN);
        Life life = Life.begin(number, crew.target(), random.nextBoolean(), violations, tally);
        new Episode(life, crew, random.split()).play(plan.longest(), end);
        observed.end(adopted);
        governed.end(adopted);
        remains.add(life.toString(), life.context);
        remains.add(observed.toString(), observed.context());
        remains.add(governed.toString(), governed.context());
    }

    private AdoptedLife adopt(int number, AdoptMode mode) {
        return AdoptedLife.begin(number, mode, random.nextLong(), violations::unless);
    }
}
