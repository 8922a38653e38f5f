package io.backoff.benchmarks.dryrun;

import io.backoff.benchmarks.overload.StallingServer;
import io.backoff.benchmarks.overload.VirtualTime;
import io.backoff.engine.TimeSource.Purpose;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** The simulated callees. Attempts take 20 ms unless stated otherwise. */
final class Callees {

    private static final Duration USUAL = Duration.ofMillis(20);
    private static final Duration SLOW = Duration.ofSeconds(1);
    private static final double RARE = 0.02;

    private Callees() {}

    /** Fails the given share of the attempts, chosen at random. */
    static Callee.Factory failing(double share) {
        return failing(share, Rejection.ofStatus(500), USUAL);
    }

    /** Throttles a share of the attempts. */
    static Callee.Factory throttling(double share, Duration retryAfter) {
        return failing(share, Rejection.throttled(retryAfter), USUAL);
    }

    /** Fails a share of the attempts; each failed attempt takes a second. */
    static Callee.Factory failingSlowly(double share) {
        return failing(share, Rejection.ofStatus(503), SLOW);
    }

    /** Takes a second for every attempt, and fails a share of them. */
    static Callee.Factory slow(double share) {
        Rejection rejection = Rejection.ofStatus(503);
        return (time, chance) -> () -> () -> after(time, SLOW, chance.nextDouble() < share ? rejection : null);
    }

    private static Callee.Factory failing(double share, Rejection rejection, Duration latency) {
        return (time, chance) ->
                () -> () -> chance.nextDouble() < share ? after(time, latency, rejection) : after(time, USUAL, null);
    }

    /** Fails all attempts in the second and third minute, and a few before and after. */
    static Callee.Factory down() {
        return (time, chance) -> {
            long start = time.nanoTime();
            return byTime(time, chance::nextDouble, () -> {
                long minute = TimeUnit.NANOSECONDS.toMinutes(time.nanoTime() - start);
                return minute == 1 || minute == 2 ? 1 : RARE;
            });
        };
    }

    /** Fails all attempts in the first five seconds of each half minute, and a few attempts in the rest of it. */
    static Callee.Factory gaps() {
        return (time, chance) -> byTime(
                time, chance::nextDouble, () -> TimeUnit.NANOSECONDS.toSeconds(time.nanoTime()) % 30 < 5 ? 1 : RARE);
    }

    private static Callee byTime(VirtualTime time, DoubleSupplier chance, DoubleSupplier share) {
        Rejection rejection = Rejection.ofStatus(503);
        return () -> () -> after(time, USUAL, chance.getAsDouble() < share.getAsDouble() ? rejection : null);
    }

    /** For a fifth of the calls, fails all attempts in the first second of the call, as if the call met a lock. */
    static Callee.Factory locks() {
        Rejection rejection = Rejection.ofStatus(503);
        return (time, chance) -> () -> {
            long free = time.nanoTime() + (chance.nextDouble() < 0.2 ? TimeUnit.SECONDS.toNanos(1) : 0);
            return () -> after(time, USUAL, time.nanoTime() < free ? rejection : null);
        };
    }

    /** Stalls for a second, and then has little spare capacity for retries. */
    static Callee.Factory stalling(int callsPerSecond, int seconds) {
        return (time, chance) -> {
            StallingServer server = new StallingServer(time, callsPerSecond, seconds);
            return () -> server::attempt;
        };
    }

    private static CompletableFuture<String> after(VirtualTime time, Duration latency, @Nullable Rejection rejection) {
        CompletableFuture<String> response = new CompletableFuture<>();
        time.schedule(
                () -> {
                    if (rejection == null) {
                        response.complete("done");
                    } else {
                        response.completeExceptionally(rejection);
                    }
                },
                latency,
                Purpose.DELAY);
        return response;
    }
}
