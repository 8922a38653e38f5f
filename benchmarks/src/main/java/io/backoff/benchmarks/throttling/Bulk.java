package io.backoff.benchmarks.throttling;

import io.backoff.benchmarks.overload.TooManyRequests;
import io.backoff.benchmarks.overload.VirtualTime;
import io.backoff.engine.TimeSource.Purpose;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** The calls of a scenario in virtual time. Each worker makes one call after the other. */
final class Bulk {

    private final Scenario scenario;
    private final VirtualTime time;
    private final long start;
    private final Callee callee;
    private final Caller caller;
    private final SplittableRandom random;
    private int left;
    private int succeeded;
    private int lost;
    private long end;
    private long slowestUnthrottled;

    Bulk(Scenario scenario, VirtualTime time, Caller caller, long seed) {
        this.scenario = scenario;
        this.time = time;
        this.start = time.nanoTime();
        this.callee = new Callee(time::nanoTime, scenario.limit(), scenario.retryAfter(), scenario.rejectedOf());
        this.caller = caller;
        this.random = new SplittableRandom(seed);
        this.left = scenario.calls();
    }

    Bulk begin() {
        for (int worker = 0; worker < scenario.workers(); worker++) {
            next();
        }
        return this;
    }

    Outcome outcome() {
        return new Outcome(
                scenario,
                (end - start) / 1e9,
                succeeded,
                lost,
                callee.requests(),
                Duration.ofNanos(slowestUnthrottled),
                callee.seconds());
    }

    private void next() {
        if (left == 0) {
            return;
        }
        left--;
        new Call().begin();
    }

    private long way() {
        return (long) (scenario.latency().toNanos() / 2.0 * (0.5 + random.nextDouble()));
    }

    private void in(long nanos, Runnable task) {
        time.schedule(task, Duration.ofNanos(nanos), Purpose.DELAY);
    }

    /** One call. */
    private final class Call {

        private final long began = time.nanoTime();
        private boolean throttled;

        void begin() {
            caller.call(scenario.title(), this::attempt).whenComplete((response, failure) -> ended(failure == null));
        }

        private CompletableFuture<String> attempt() {
            CompletableFuture<String> response = new CompletableFuture<>();
            in(way(), () -> {
                boolean admitted = callee.admits();
                in(way(), () -> respond(response, admitted));
            });
            return response;
        }

        private void respond(CompletableFuture<String> response, boolean admitted) {
            if (admitted) {
                response.complete("done");
            } else {
                throttled = true;
                response.completeExceptionally(new TooManyRequests(callee.retryAfter()));
            }
        }

        private void ended(boolean success) {
            end = time.nanoTime();
            if (success) {
                succeeded++;
            } else {
                lost++;
            }
            if (!throttled) {
                slowestUnthrottled = Math.max(slowestUnthrottled, end - began);
            }
            next();
        }
    }
}
