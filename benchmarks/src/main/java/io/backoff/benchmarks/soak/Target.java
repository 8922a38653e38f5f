package io.backoff.benchmarks.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The target of guarded calls. Each attempt takes a random time, and succeeds or fails at random. */
final class Target {

    private static final Duration SLOW = Duration.ofMillis(20);
    private static final int BROKEN_FALLBACKS = 5;

    private final ScheduledExecutorService pool;

    Target(ScheduledExecutorService pool) {
        this.pool = pool;
    }

    /** Makes an attempt of a blocking call. */
    @Nullable
    Object now(Call call, Kind guarded) throws Exception {
        call.attempt(guarded);
        Fault fault = call.next();
        sleep(call, latency(call));
        Throwable failure = fault.failure();
        if (failure == null) {
            return fault == Fault.NULL ? null : call;
        }
        throw sneaky(call.failing(failure));
    }

    /** Runs the rest of an attempt after its inner call. The rest may fail too. */
    void afterwards(Call call) throws IOException {
        if (!call.isCalm() && call.random.nextInt(8) == 0) {
            call.fault = Fault.TRANSIENT;
            throw call.failing(new IOException("after the inner call"));
        }
    }

    /** Makes an attempt of a call that returns a future. */
    @Nullable
    CompletableFuture<@Nullable Object> later(Call call) {
        call.attempt(call.kind);
        return stage(call, call.next());
    }

    /** Makes an attempt of a call with one result. */
    @Nullable
    Mono<Object> mono(Call call) {
        call.attempt(call.kind);
        CompletableFuture<@Nullable Object> stage = stage(call, call.next());
        return stage == null ? null : Mono.fromFuture(stage);
    }

    /** Makes an attempt of a call with several results; it may fail in the middle. */
    @Nullable
    Flux<Object> flux(Call call) {
        call.attempt(call.kind);
        CompletableFuture<@Nullable Object> stage = stage(call, call.next());
        if (stage == null) {
            return null;
        }
        Mono<Object> end = Mono.fromFuture(stage);
        return call.random.nextInt(4) == 0 ? Flux.concat(Mono.just(call), end) : end.flux();
    }

    /** Runs the fallback, which may fail too. */
    Object instead(Call call, @Nullable Throwable failure) {
        call.life.answers.threw(call, failure);
        call.replaced = failure;
        if (call.random.nextInt(BROKEN_FALLBACKS) > 0) {
            return call.substitute;
        }
        IllegalStateException broken = new IllegalStateException("fallback");
        call.broken = broken;
        throw broken;
    }

    private @Nullable CompletableFuture<@Nullable Object> stage(Call call, Fault fault) {
        if (fault == Fault.MISSING) {
            return null;
        }
        Throwable failure = fault.failure();
        if (failure != null) {
            call.failing(failure);
            if (call.random.nextInt(8) == 0) {
                throw Target.<RuntimeException>sneaky(failure);
            }
        }
        CompletableFuture<@Nullable Object> stage = new CompletableFuture<>();
        long nanos = latency(call);
        if (fault == Fault.SILENCE) {
            return stage;
        } else if (nanos == 0) {
            end(stage, fault == Fault.NULL ? null : call, failure);
        } else {
            pool.schedule(() -> end(stage, fault == Fault.NULL ? null : call, failure), nanos, TimeUnit.NANOSECONDS);
        }
        return stage;
    }

    private static void end(
            CompletableFuture<@Nullable Object> stage, @Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            stage.complete(value);
        } else {
            stage.completeExceptionally(failure);
        }
    }

    /** Draws a latency in nanoseconds. Most latencies are zero, and most of the others are short. */
    private static long latency(Call call) {
        int dice = call.isCalm() ? 0 : call.random.nextInt(100);
        if (dice < 60) {
            return 0;
        }
        return dice < 98 ? call.random.nextLong(TimeUnit.MILLISECONDS.toNanos(4)) : SLOW.toNanos();
    }

    private static void sleep(Call call, long nanos) throws InterruptedException {
        if (nanos == 0) {
            return;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException interruption) {
            if (call.random.nextBoolean()) {
                call.consumed = true;
                throw call.failing(interruption);
            }
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("unchecked") // the cast is erased
    private static <T extends Throwable> T sneaky(Throwable failure) throws T {
        throw (T) failure;
    }
}
