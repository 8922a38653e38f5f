package io.backoff.docs.migration.behaviour;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A library that makes at most three attempts, with its default rules. */
public interface Caller {

    Object call(Callable<Object> operation) throws Exception;

    /** Calls as {@link #call} does, but only {@code IOException} is to be retried. */
    Object callIo(Callable<Object> operation) throws Exception;

    CompletableFuture<Object> callLater(Supplier<CompletableFuture<Object>> operation);
}
