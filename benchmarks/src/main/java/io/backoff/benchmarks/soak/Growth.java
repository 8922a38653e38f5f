package io.backoff.benchmarks.soak;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Checks that nothing grows from one application to the next: compares the median {@link Size} of the first third of
 * the applications with that of the last third.
 */
final class Growth {

    /** The fewest applications whose first and last third can be compared. */
    private static final int FEWEST = 9;

    // The medians of heap and classes may grow by these factors.
    private static final double HEAP_TOLERANCE = 1.05;
    private static final double CLASSES_TOLERANCE = 1.01;
    private static final int COLLECTIONS = 2;

    private final List<Size> sizes = new ArrayList<>();

    /** Collects garbage between two applications, and measures what remains. */
    void measure() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        int classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("backoff-"))
                .count();
        sizes.add(new Size(heap, threads, classes));
    }

    void check(Violations violations) {
        if (sizes.size() < FEWEST) {
            return;
        }
        check(violations, "bytes", Size::heap, HEAP_TOLERANCE);
        check(violations, "classes", Size::classes, CLASSES_TOLERANCE);
        // Threads that the library started have their own check.
        long first = median(first(), Size::threads);
        long last = median(last(), Size::threads);
        violations.unless(last <= first, "%d other threads became %d", first, last);
    }

    private void check(Violations violations, String what, ToLongFunction<Size> size, double tolerance) {
        long first = median(first(), size);
        long last = median(last(), size);
        violations.unless(last <= tolerance * first, "%d %s became %d", first, what, last);
    }

    List<Size> first() {
        return sizes.subList(0, third());
    }

    List<Size> last() {
        return sizes.subList(sizes.size() - third(), sizes.size());
    }

    private int third() {
        return Math.max(1, sizes.size() / 3);
    }

    static long median(List<Size> some, ToLongFunction<Size> size) {
        return some.stream()
                .mapToLong(size)
                .sorted()
                .skip(some.size() / 2)
                .findFirst()
                .orElse(0);
    }

    long largest(ToLongFunction<Size> size) {
        return sizes.stream().mapToLong(size).max().orElse(0);
    }

    /** The sizes measured after one application has closed, and before the next one starts. */
    record Size(long heap, long threads, long classes) {}
}
