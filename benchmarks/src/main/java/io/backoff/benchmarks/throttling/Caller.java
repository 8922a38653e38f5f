package io.backoff.benchmarks.throttling;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Makes a call out of attempts: the part that the comparison is about. */
@FunctionalInterface
interface Caller {

    /**
     * Makes a call.
     *
     * @param tenant whose it is
     */
    CompletionStage<String> call(String tenant, Supplier<CompletableFuture<String>> attempt);
}
