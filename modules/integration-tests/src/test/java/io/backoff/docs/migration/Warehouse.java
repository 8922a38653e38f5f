package io.backoff.docs.migration;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The callee of the examples. It fails as often as configured. */
public class Warehouse {

    private final Deque<RuntimeException> failures = new ArrayDeque<>();
    private int calls;

    public String reserve(String item) {
        calls++;
        RuntimeException failure = failures.poll();
        if (failure != null) {
            throw failure;
        }
        return "reserved " + item;
    }

    public void failWith(List<? extends RuntimeException> failures) {
        this.failures.addAll(failures);
    }

    public int calls() {
        return calls;
    }
}
