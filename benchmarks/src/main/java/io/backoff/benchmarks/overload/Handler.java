package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The server's code that a worker runs for each request. */
@FunctionalInterface
interface Handler {

    /** Does the work of every request, even if its caller no longer waits. */
    Handler PLAIN = (request, work) -> work.get();

    /**
     * Handles a request.
     *
     * @param work starts the work
     * @return a stage with the result; it has already failed if the work is not worth starting
     */
    CompletionStage<String> handle(Request request, Supplier<CompletableFuture<String>> work);
}
