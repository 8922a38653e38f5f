package io.backoff.benchmarks.overload;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A server with ten workers that take ten milliseconds for a request: a thousand requests a second at best. Requests
 * wait in a bounded queue, first come, first served, even when nobody waits for them any more: a server cannot know.
 */
final class Server {

    static final int WORKERS = 10;
    static final Duration EFFORT = Duration.ofMillis(10);

    private final World world;
    private final int queueLimit;
    private final long stallStart;
    private final long stallEnd;
    private final Queue<CompletableFuture<String>> queue = new ArrayDeque<>();
    private int idle = WORKERS;
    private long served;
    private long busyNanos;

    /** Creates a server that stalls once, as planned. */
    Server(World world, Scenario scenario) {
        this.world = world;
        this.queueLimit = scenario.queue();
        this.stallStart = world.time().nanoTime() + TimeUnit.SECONDS.toNanos(scenario.warmUp());
        this.stallEnd = stallStart + TimeUnit.SECONDS.toNanos(scenario.stall());
    }

    /** Sends a request. It completes when a worker has handled it, and fails immediately if the queue is full. */
    CompletableFuture<String> request() {
        CompletableFuture<String> request = new CompletableFuture<>();
        if (!accept(request)) {
            request.completeExceptionally(new NoAnswer("The queue is full"));
        }
        return request;
    }

    /** Requests per second that the workers could have handled, by how long the handled ones took. */
    synchronized double capacity() {
        return WORKERS * TimeUnit.SECONDS.toNanos(1) * (double) served / busyNanos;
    }

    private synchronized boolean accept(CompletableFuture<String> request) {
        if (idle > 0) {
            idle--;
            begin(request);
            return true;
        }
        return queue.size() < queueLimit && queue.add(request);
    }

    private void begin(CompletableFuture<String> request) {
        long start = world.time().nanoTime();
        long stalled = stalledFrom(start);
        world.work().spend(EFFORT.plusNanos(stalled), () -> {
            long busy = world.time().nanoTime() - start - stalled;
            request.complete("done");
            next(busy);
        });
    }

    /** Requests that a worker takes during the stall wait for its end. */
    private long stalledFrom(long now) {
        return now - stallStart >= 0 ? Math.max(0, stallEnd - now) : 0;
    }

    private synchronized void next(long busy) {
        served++;
        busyNanos += busy;
        CompletableFuture<String> waiting = queue.poll();
        if (waiting == null) {
            idle++;
        } else {
            begin(waiting);
        }
    }
}
