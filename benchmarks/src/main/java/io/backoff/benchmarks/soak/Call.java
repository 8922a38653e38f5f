package io.backoff.benchmarks.soak;

import io.backoff.PermanentException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One call: what its attempts do, which follows from its seed alone, and so what its caller may get. */
final class Call {

    final Kind kind;
    final Life life;
    final long began = System.nanoTime();
    /** What the fallback returns; the attempts return the call itself. */
    final Object substitute = new Object();

    final SplittableRandom random;
    final AtomicBoolean ended = new AtomicBoolean();
    private final long seed;
    private final boolean calm;
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger inner = new AtomicInteger();

    volatile Fault fault = Fault.NONE;
    /** What the caller gets if the latest attempt was the last. */
    volatile @Nullable Throwable expected;
    /** What the fallback was given. */
    volatile @Nullable Throwable replaced;
    /** What the fallback has thrown. */
    volatile @Nullable Throwable broken;
    /** Whether an attempt has answered to an interrupt, and cleared the flag. */
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

    /** One in which nothing goes wrong. */
    static Call calm(Kind kind, Life life) {
        return new Call(kind, life, 0, true);
    }

    /** An attempt of the call itself, or of one that is made in it, begins. */
    void attempt(Kind layer) {
        life.ledger.attempted(layer);
        if (layer == kind) {
            attempts.incrementAndGet();
            inner.set(0);
        } else {
            life.answers.nested(this, attempts.get(), inner.incrementAndGet());
        }
        if (random.nextInt(4) == 0) {
            life.answers.attempting(this, layer);
        }
    }

    /** Draws what the attempt does. */
    Fault next() {
        Fault drawn = calm ? Fault.NONE : Fault.draw(random, kind.isLate());
        if (drawn == Fault.NONE && !calm && life.outage) {
            drawn = Fault.TRANSIENT;
        }
        fault = drawn;
        expected = null;
        return drawn;
    }

    /** The attempt fails with this. */
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
