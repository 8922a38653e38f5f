package io.backoff.benchmarks.overload;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server with ten workers that take ten milliseconds for a request: a thousand requests a second at best. Requests
 * wait in a bounded queue, first come, first served. When a worker takes a request, the handler decides whether the
 * work is worth starting.
 */
final class Server {

    static final int WORKERS = 10;
    static final Duration EFFORT = Duration.ofMillis(10);

    private final World world;
    private final Handler handler;
    private final int queueLimit;
    private final long stallStart;
    private final long stallEnd;
    private final Queue<Request> queue = new ArrayDeque<>();
    private int idle = WORKERS;
    private long served;
    private long busyNanos;

    /** Creates a server that stalls once, at the time defined by the scenario. */
    Server(World world, Handler handler, Scenario scenario) {
        this.world = world;
        this.handler = handler;
        this.queueLimit = scenario.queue();
        this.stallStart = world.time().nanoTime() + TimeUnit.SECONDS.toNanos(scenario.warmUp());
        this.stallEnd = stallStart + TimeUnit.SECONDS.toNanos(scenario.stall());
    }

    /**
     * Sends a request. The returned future completes when a worker has done the work, and fails immediately if the
     * queue is full.
     *
     * @param attempt the header {@code Retry-Attempt}
     */
    CompletableFuture<String> request(String attempt) {
        Request request = new Request(attempt, world.time().nanoTime(), new CompletableFuture<>());
        if (!accept(request)) {
            request.response().completeExceptionally(new NoAnswer("The queue is full"));
        }
        return request.response();
    }

    /**
     * Requests per second that the workers could have handled, computed from the mean duration of the handled requests.
     */
    synchronized double capacity() {
        return WORKERS * TimeUnit.SECONDS.toNanos(1) * (double) served / busyNanos;
    }

    private synchronized boolean accept(Request request) {
        if (idle > 0) {
            if (begin(request)) {
                idle--;
            }
            return true;
        }
        return queue.size() < queueLimit && queue.add(request);
    }

    /** Lets a worker handle a request. Returns whether the worker is busy now. */
    private boolean begin(Request request) {
        AtomicBoolean begun = new AtomicBoolean();
        CompletionStage<String> handled = handler.handle(request, () -> {
            begun.set(true);
            work(request.response());
            return request.response().copy();
        });
        if (!begun.get()) {
            handled.whenComplete((none, failure) -> request.response().completeExceptionally(failure));
        }
        return begun.get();
    }

    private void work(CompletableFuture<String> response) {
        long start = world.time().nanoTime();
        long stalled = stalledFrom(start);
        world.work().spend(EFFORT.plusNanos(stalled), () -> {
            long busy = world.time().nanoTime() - start - stalled;
            response.complete("done");
            next(busy);
        });
    }

    /**
     * Returns the time until the end of the stall; zero before and after it. A request that a worker takes during the
     * stall waits until the stall ends.
     */
    private long stalledFrom(long now) {
        return now - stallStart >= 0 ? Math.max(0, stallEnd - now) : 0;
    }

    private synchronized void next(long busy) {
        served++;
        busyNanos += busy;
        Request waiting = queue.poll();
        while (waiting != null && !begin(waiting)) {
            waiting = queue.poll();
        }
        if (waiting == null) {
            idle++;
        }
    }
}
