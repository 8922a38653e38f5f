package io.backoff.benchmarks;

import io.backoff.benchmarks.jvm.OwnJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Measures a million operations that wait for their retry at the same time, within a heap of 1 GiB. Prints the bytes
 * per operation, the number of threads during the wait, and the lateness of the median and the last retry.
 *
 * <p>Without arguments, every contender runs in its own JVM, with the same heap.
 */
public final class PendingOperations {

    private static final int MILLION = 1_000_000;
    private static final Duration DELAY = Duration.ofSeconds(30);

    private static final int ROUNDS_TO_WARM_UP = 5;
    private static final int WARM_UP = 100_000;
    private static final Duration SHORT_DELAY = Duration.ofMillis(100);

    private static final OwnJvm JVM =
            OwnJvm.of(PendingOperations.class, "-Xmx1g", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");

    private PendingOperations() {}

    /**
     * Without arguments, runs all contenders. With the name of a contender and a number, runs only this contender, with
     * that many operations.
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            measure(Contender.valueOf(arguments[0]), Integer.parseInt(arguments[1]));
            System.exit(0);
        }
        print(Contender.values());
    }

    /** Runs the contenders, and prints a table. */
    static void print(Contender... contenders) throws IOException, InterruptedException {
        System.out.printf("%n### Operations that wait at once%n%n");
        System.out.println("| | operations | bytes each | threads | started in | median retry late by | latest by |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (Contender contender : contenders) {
            Optional<String> row = row(contender, MILLION);
            if (row.isEmpty()) {
                System.out.printf("| %s | %,d | do not fit into 1 GiB | | | | |%n", contender.title(), MILLION);
                row = row(contender, MILLION / 4);
            }
            row.ifPresent(System.out::print);
        }
    }

    private static Optional<String> row(Contender contender, int operations) throws IOException, InterruptedException {
        return JVM.run(contender.name(), Integer.toString(operations));
    }

    private static void measure(Contender contender, int count) throws InterruptedException {
        warmUp(contender);
        Operations operations = new Operations(count, DELAY.toNanos());
        Consumer<Operations.Operation> start = contender.with(DELAY);
        long before = usedHeap();
        int threadsBefore = Thread.activeCount();
        long begin = System.nanoTime();
        for (Operations.Operation operation : operations.all()) {
            start.accept(operation);
            if (operations.pending() != count) {
                // The first retries are already due: the heap is so full that starting the rest takes longer than the
                // delay.
                System.exit(1);
            }
        }
        long started = System.nanoTime() - begin;
        long bytes = (usedHeap() - before) / count;
        int threads = Thread.activeCount() - threadsBefore;
        long[] late = operations.awaitAll();
        System.out.printf(
                "| %s | %,d | %,d | %d | %.1f s | %.3f s | %.2f s |%n",
                contender.title(),
                count,
                bytes,
                threads,
                seconds(started),
                seconds(late[count / 2]),
                seconds(late[count - 1]));
    }

    // Warms up, because the code of a real application with this many operations has long been compiled.
    private static void warmUp(Contender contender) throws InterruptedException {
        Consumer<Operations.Operation> start = contender.with(SHORT_DELAY);
        for (int i = 0; i < ROUNDS_TO_WARM_UP; i++) {
            Operations operations = new Operations(WARM_UP, SHORT_DELAY.toNanos());
            for (Operations.Operation operation : operations.all()) {
                start.accept(operation);
            }
            operations.awaitAll();
        }
    }

    private static long usedHeap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static double seconds(long nanos) {
        return nanos / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
