package io.backoff.benchmarks.dryrun;

import io.backoff.benchmarks.overload.VirtualTime;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A simulated callee. */
@FunctionalInterface
interface Callee {

    /** Begins a call. Each invocation of the returned supplier makes one attempt. */
    Supplier<CompletableFuture<String>> call();

    /** Creates a callee. */
    @FunctionalInterface
    interface Factory {

        Callee create(VirtualTime time, RandomGenerator chance);
    }
}
