package io.backoff.benchmarks.soak;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.context.ApplicationContext;

/** Checks that closed applications leave nothing behind: their threads end, and their contexts can be collected. */
final class Remains {

    // The library's threads end when they have been idle for ten seconds.
    private static final long GRACE = TimeUnit.SECONDS.toNanos(15);
    private static final long POLL = 100;
    private static final int COLLECTIONS = 20;

    private final Violations violations;
    private final List<Remain> remains = new ArrayList<>();
    private final List<Remain> reachable = new ArrayList<>();

    Remains(Violations violations) {
        this.violations = violations;
    }

    /**
     * Adds a closed application. All threads of the library that exist now belong to this application or to older ones.
     */
    void add(String name, ApplicationContext context) {
        Remain remain = new Remain(name, new WeakReference<>(context), threads(), System.nanoTime());
        remains.add(remain);
        reachable.add(remain);
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("backoff-"))
                .toList();
    }

    /** Checks that all contexts can be collected, and that no thread is left after the grace period. */
    void check() throws InterruptedException {
        for (Remain remain : reachable) {
            violations.unless(isCollected(remain.context), "%s cannot be collected", remain.name);
        }
        reachable.clear();
        remains.removeIf(remain -> {
            boolean due = System.nanoTime() - remain.since >= GRACE;
            if (due) {
                violations.unless(remain.alive().isEmpty(), "threads of %s are left: %s", remain.name, remain.alive());
            }
            return due;
        });
    }

    private static boolean isCollected(WeakReference<ApplicationContext> context) throws InterruptedException {
        for (int i = 0; i < COLLECTIONS && context.get() != null; i++) {
            // For some milliseconds, a pool may still work for an abandoned call, and thus refer to the context.
            Thread.sleep(POLL);
            System.gc();
        }
        return context.get() == null;
    }

    /** Waits until all threads have ended or their grace period has expired, then checks. */
    void checkAll() throws InterruptedException {
        while (!remains.isEmpty()) {
            remains.removeIf(remain -> remain.alive().isEmpty());
            check();
            Thread.sleep(POLL);
        }
    }

    private record Remain(String name, WeakReference<ApplicationContext> context, List<Thread> threads, long since) {

        List<String> alive() {
            return threads.stream().filter(Thread::isAlive).map(Thread::getName).toList();
        }
    }
}
