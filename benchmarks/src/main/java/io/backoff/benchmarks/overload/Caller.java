package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Turns attempts into a call: the subject of the comparison. */
@FunctionalInterface
interface Caller {

    CompletionStage<String> call(Supplier<CompletableFuture<String>> attempt);
}
