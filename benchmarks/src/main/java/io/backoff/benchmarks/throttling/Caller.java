package io.backoff.benchmarks.throttling;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Turns attempts into a call: the subject of the comparison. */
@FunctionalInterface
interface Caller {

    /**
     * Makes a call.
     *
     * @param tenant whose it is
     */
    CompletionStage<String> call(String tenant, Supplier<CompletableFuture<String>> attempt);
}
