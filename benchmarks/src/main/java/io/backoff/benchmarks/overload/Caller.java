package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Makes a call, with one or more attempts. The compared variants differ in their callers. */
@FunctionalInterface
interface Caller {

    CompletionStage<String> call(Supplier<CompletableFuture<String>> attempt);
}
