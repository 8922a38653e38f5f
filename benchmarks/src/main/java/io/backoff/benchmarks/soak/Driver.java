package io.backoff.benchmarks.soak;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that makes one call after the other, of all kinds, and cancels some. */
final class Driver extends Thread {

    private static final List<Kind> KINDS =
            Arrays.stream(Kind.values()).filter(kind -> kind.way != null).toList();
    private static final int MOST_OPEN = 500;
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(3);
    private static final long LATEST_CANCELLATION = TimeUnit.MILLISECONDS.toNanos(12);

    private final Stage stage;
    private final ScheduledExecutorService pool;
    private final SplittableRandom random;
    private final Interrupts interrupts = new Interrupts(this);

    Driver(int number, long seed, Stage stage, ScheduledExecutorService pool) {
        super("soak-driver-" + number);
        setDaemon(true);
        this.stage = stage;
        this.pool = pool;
        this.random = new SplittableRandom(seed + number);
    }

    /**
     * Interrupts the current call.
     *
     * @return {@code false} if no call is in progress
     */
    boolean interruptCall() {
        return interrupts.send();
    }

    @Override
    public void run() {
        while (stage.step(this::play)) {
            LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE));
        }
    }

    private void play(Life life) {
        if (life.open().size() < MOST_OPEN) {
            Call call = Call.of(KINDS.get(random.nextInt(KINDS.size())), life, random.nextLong());
            if (call.kind.isLate()) {
                begin(call);
            } else {
                block(call);
            }
            life.answers.idle(call);
        }
    }

    private void block(Call call) {
        interrupts.begin();
        new Caller(call.life).call(call);
        boolean sent = interrupts.end();
        boolean flag = Thread.interrupted();
        call.life.violations.unless(
                flag == (sent && !call.consumed),
                "flag is set: %s, thread was interrupted: %s, callee consumed the interrupt: %s, in %s",
                flag,
                sent,
                call.consumed,
                call);
        if (flag && hasInterruptedWait(call.expected)) {
            call.life.tally.add(Tally.Event.INTERRUPTED_WAIT);
        }
    }

    private static boolean hasInterruptedWait(@Nullable Throwable failure) {
        return failure != null
                && Arrays.stream(failure.getSuppressed()).anyMatch(InterruptedException.class::isInstance);
    }

    private void begin(Call call) {
        boolean cancels = random.nextInt(8) == 0;
        if (cancels) {
            call.cancelled = true;
            call.life.ledger.cancelled(call.kind);
            call.life.tally.add(Tally.Event.CANCELLATION);
        }
        Runnable cancellation = new Caller(call.life).call(call);
        if (cancels) {
            pool.schedule(cancellation, random.nextLong(LATEST_CANCELLATION), TimeUnit.NANOSECONDS);
        }
    }
}
