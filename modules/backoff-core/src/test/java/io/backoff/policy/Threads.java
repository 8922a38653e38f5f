package io.backoff.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Runs a task in several threads that begin together. */
public final class Threads {

    private Threads() {}

    public static void run(int count, IntConsumer task) throws Exception {
        var pool = Executors.newFixedThreadPool(count);
        try {
            var ready = new CountDownLatch(count);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                var thread = i;
                running.add(pool.submit((Callable<?>) () -> {
                    ready.countDown();
                    ready.await();
                    task.accept(thread);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
