package io.backoff.benchmarks.throttling;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Makes a call, with one or more attempts. The compared contestants differ in their callers. */
@FunctionalInterface
interface Caller {

    /**
     * Makes a call.
     *
     * @param tenant the tenant that the call belongs to
     */
    CompletionStage<String> call(String tenant, Supplier<CompletableFuture<String>> attempt);
}
