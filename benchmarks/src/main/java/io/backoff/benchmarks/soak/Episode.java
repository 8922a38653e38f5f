package io.backoff.benchmarks.soak;

import io.backoff.benchmarks.soak.Tally.Event;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.random.RandomGenerator;

/**
 * The life of one application. The application receives calls whose attempts fail at random. It is closed with calls in
 * flight, and its counts are checked when these calls have ended.
 */
final class Episode {

    private static final long TICK = 10;
    private static final int TICKS_PER_ACT = 5;
    private static final int TICKS_PER_OUTAGE = 500;
    private static final int LONGEST_OUTAGE = 150;
    private static final int LONGEST_AFTERMATH = 300;
    // Calls must end within this time after their application has ended. The time is shorter than the longest
    // Retry-After delay, so a call that still waits for that delay is reported.
    private static final long LATEST_END = 3_000;
    private static final Duration INSPECTIONS = Duration.ofMillis(100);

    private final Life life;
    private final Crew crew;
    private final RandomGenerator random;
    private int outage;

    Episode(Life life, Crew crew, RandomGenerator random) {
        this.life = life;
        this.crew = crew;
        this.random = random;
    }

    /** Runs the application for a random time, at most until {@code end}. */
    void play(Duration longest, long end) throws InterruptedException {
        Books books = new Books(life);
        Allowances allowances = new Allowances(life);
        Inspector inspector = new Inspector(life);
        long time = random.nextLong(longest.toNanos() / 5, longest.toNanos());
        crew.call(life);
        ScheduledFuture<?> inspections = crew.repeat(inspector, INSPECTIONS);
        suffer(Math.min(time, end - System.nanoTime()));
        inspections.cancel(false);
        inspector.endScrapes();
        life.close();
        Thread.sleep(random.nextInt(LONGEST_AFTERMATH));
        crew.pause(life);
        awaitCalls();
        inspector.run();
        books.balance();
        allowances.check();
    }

    private void suffer(long nanos) throws InterruptedException {
        Operator operator = new Operator(life, random);
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.sleep(TICK);
            if (crew.interruptAny(random)) {
                life.tally.add(Event.INTERRUPT);
            }
            if (random.nextInt(TICKS_PER_ACT) == 0) {
                operator.act();
            }
            passOutage();
        }
        life.outage = false;
    }

    private void passOutage() {
        if (outage > 0) {
            outage--;
            life.outage = outage > 0;
        } else if (random.nextInt(TICKS_PER_OUTAGE) == 0) {
            outage = random.nextInt(LONGEST_OUTAGE);
            life.outage = true;
            life.tally.add(Event.OUTAGE);
        }
    }

    private void awaitCalls() throws InterruptedException {
        for (long left = LATEST_END; left > 0 && !life.open().isEmpty(); left -= TICK) {
            Thread.sleep(TICK);
        }
        life.open().forEach(call -> life.violations.unless(false, "still open after the end of %s: %s", life, call));
    }
}
