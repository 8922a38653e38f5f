package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Makes a call out of attempts: the part that the comparison is about. */
@FunctionalInterface
interface Caller {

    CompletionStage<String> call(Supplier<CompletableFuture<String>> attempt);
}
