package io.backoff.benchmarks.soak.adopted;

import io.backoff.adopt.AdoptMode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.ConfigurableApplicationContext;

/** The life of one application, with the threads that call it. */
public final class AdoptedLife {

    private static final int DRIVERS = 2;
    private static final int MOST_OPEN = 200;
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);
    private static final long OUTAGE_EVERY = 4;

    private final String name;
    private final AdoptMode mode;
    private final Check check;
    private final ConfigurableApplicationContext context;
    private final Results results;
    private final long began = System.nanoTime();
    private final List<Thread> drivers = new ArrayList<>();
    private volatile boolean over;

    private AdoptedLife(int number, AdoptMode mode, Check check) {
        this.name = "adopted context %d (%s)".formatted(number, mode);
        this.mode = mode;
        this.check = check;
        this.context = AdoptedApplication.start(mode);
        this.results = new Results(mode, check);
    }

    /** Starts an application, and threads that call its methods. */
    public static AdoptedLife begin(int number, AdoptMode mode, long seed, Check check) {
        AdoptedLife life = new AdoptedLife(number, mode, check);
        for (int i = 0; i < DRIVERS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            Thread driver = new Thread(() -> life.drive(random), "soak-adopted-" + mode + "-" + i);
            driver.setDaemon(true);
            life.drivers.add(driver);
            driver.start();
        }
        return life;
    }

    private void drive(SplittableRandom random) {
        Caller caller = new Caller(context, results);
        while (!over) {
            if (results.open().size() < MOST_OPEN) {
                caller.call(draw(random));
            }
            LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE));
        }
    }

    /** Draws a call. Every fourth second is an outage, in which every attempt fails. */
    private Trial draw(SplittableRandom random) {
        Adopted method = Adopted.values()[random.nextInt(Adopted.values().length)];
        boolean outage = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began) % OUTAGE_EVERY == 1;
        int failures = outage ? Adopted.ATTEMPTS : Math.max(0, random.nextInt(12) - 8);
        return new Trial(method, failures, random.nextInt(50) == 0, check);
    }

    /** Prevents further calls, waits until all calls have ended, checks the counts, and closes the application. */
    public void end(AdoptedTally tally) throws InterruptedException {
        over = true;
        for (Thread driver : drivers) {
            driver.join(TimeUnit.NANOSECONDS.toMillis(PATIENCE));
            check.unless(!driver.isAlive(), "%s hangs in %s", driver.getName(), name);
        }
        awaitCalls();
        new AdoptedBooks(context, mode, results, check).balance(name, (System.nanoTime() - began) / 1e9, tally);
        context.close();
    }

    private void awaitCalls() throws InterruptedException {
        long start = System.nanoTime();
        while (!results.open().isEmpty() && System.nanoTime() - start < PATIENCE) {
            Thread.sleep(1);
        }
        results.open().forEach(trial -> check.unless(false, "never ends in %s: %s", name, trial));
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    @Override
    public String toString() {
        return name;
    }
}
