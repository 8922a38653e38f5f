package io.backoff.docs.migration.behaviour;

import io.backoff.Backoff;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

public class BackoffCaller implements Caller {

    @Override
    @Backoff("three")
    public Object call(Callable<Object> operation) throws Exception {
        return operation.call();
    }

    @Override
    @Backoff(value = "three", retryOn = IOException.class)
    public Object callIo(Callable<Object> operation) throws Exception {
        return operation.call();
    }

    @Override
    @Backoff("three")
    public CompletableFuture<Object> callLater(Supplier<CompletableFuture<Object>> operation) {
        return operation.get();
    }
}
