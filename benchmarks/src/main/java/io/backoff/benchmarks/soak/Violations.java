package io.backoff.benchmarks.soak;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Violated expectations. Each is reported when it is found. */
final class Violations {

    // Further violations would only repeat the same defects.
    private static final int MOST = 50;

    private final Consumer<String> printer;
    private final long start = System.nanoTime();
    private final LongAdder checks = new LongAdder();
    private final List<String> found = new CopyOnWriteArrayList<>();

    /**
     * Creates an empty list.
     *
     * @param printer receives each violation when it is found
     */
    Violations(Consumer<String> printer) {
        this.printer = printer;
    }

    /** Checks one expectation; if it does not hold, records the formatted description. */
    void unless(boolean holds, String format, @Nullable Object... arguments) {
        checks.increment();
        if (!holds) {
            add(String.format(Locale.ROOT, format, arguments));
        }
    }

    private void add(String description) {
        if (found.size() < MOST) {
            String line = String.format(Locale.ROOT, "%.3f s: %s", (System.nanoTime() - start) / 1e9, description);
            found.add(line);
            printer.accept("VIOLATED after " + line);
        }
    }

    long checks() {
        return checks.sum();
    }

    List<String> found() {
        return List.copyOf(found);
    }
}
