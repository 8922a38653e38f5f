package io.backoff.benchmarks.overload;

import java.util.concurrent.CompletableFuture;

/**
 * A request at a server.
 *
 * @param attempt the header {@code Retry-Attempt}
 * @param arrival when the request arrived, by the server's clock
 * @param response completes when a worker has done the work; fails if the request is rejected
 */
record Request(String attempt, long arrival, CompletableFuture<String> response) {}
