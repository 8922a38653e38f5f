package io.backoff.benchmarks.dryrun;

import io.backoff.benchmarks.overload.VirtualTime;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** What is called. */
@FunctionalInterface
interface Callee {

    /** Begins a call. The supplier makes one attempt each time. */
    Supplier<CompletableFuture<String>> call();

    /** Creates a callee. */
    @FunctionalInterface
    interface Factory {

        Callee create(VirtualTime time, RandomGenerator chance);
    }
}
