package io.backoff.benchmarks.soak;

import io.backoff.PermanentException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One call, whose seed alone determines how its attempts end, and therefore which result is right. */
final class Call {

    final Kind kind;
    final Life life;
    final long began = System.nanoTime();
    /** The result of the fallback. A successful attempt returns the call itself. */
    final Object substitute = new Object();

    final SplittableRandom random;
    final AtomicBoolean ended = new AtomicBoolean();
    private final long seed;
    private final boolean calm;
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger inner = new AtomicInteger();

    volatile Fault fault = Fault.NONE;
    /** The failure that the caller gets if the latest attempt was the last. */
    volatile @Nullable Throwable expected;
    /** The failure passed to the fallback. */
    volatile @Nullable Throwable replaced;
    /** The exception that the fallback has thrown. */
    volatile @Nullable Throwable broken;
    /** Whether an attempt has responded to an interrupt and has cleared the thread's flag. */
    volatile boolean consumed;

    volatile boolean cancelled;

    private Call(Kind kind, Life life, long seed, boolean calm) {
        this.kind = kind;
        this.life = life;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.calm = calm;
    }

    static Call of(Kind kind, Life life, long seed) {
        return new Call(kind, life, seed, false);
    }

    /** Creates a call in which nothing goes wrong. */
    static Call calm(Kind kind, Life life) {
        return new Call(kind, life, 0, true);
    }

    /** Records the start of an attempt of this call or of a nested call. */
    void attempt(Kind guarded) {
        life.ledger.attempted(guarded);
        if (guarded == kind) {
            attempts.incrementAndGet();
            inner.set(0);
        } else {
            life.answers.nested(this, attempts.get(), inner.incrementAndGet());
        }
        if (random.nextInt(4) == 0) {
            life.answers.attempting(this, guarded);
        }
    }

    /** Draws the fault of the attempt. */
    Fault next() {
        Fault drawn = calm ? Fault.NONE : Fault.draw(random, kind.isLate());
        if (drawn == Fault.NONE && !calm && life.outage) {
            drawn = Fault.TRANSIENT;
        }
        fault = drawn;
        expected = null;
        return drawn;
    }

    /** Records that the attempt fails with this exception. */
    <T extends Throwable> T failing(T failure) {
        Throwable cause = failure.getCause();
        expected = failure instanceof PermanentException && cause != null ? cause : failure;
        return failure;
    }

    boolean isCalm() {
        return calm;
    }

    @Override
    public String toString() {
        return "%s of %s with seed %d: attempts %d, last %s, should fail with %s%s"
                .formatted(kind, life, seed, attempts.get(), fault, expected, cancelled ? ", cancelled" : "");
    }
}
