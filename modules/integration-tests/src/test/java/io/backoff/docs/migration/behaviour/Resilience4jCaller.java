package io.backoff.docs.migration.behaviour;

import io.github.resilience4j.retry.annotation.Retry;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

public class Resilience4jCaller implements Caller {

    @Override
    @Retry(name = "three")
    public Object call(Callable<Object> operation) throws Exception {
        return operation.call();
    }

    @Override
    @Retry(name = "io")
    public Object callIo(Callable<Object> operation) throws Exception {
        return operation.call();
    }

    @Override
    @Retry(name = "three")
    public CompletableFuture<Object> callLater(Supplier<CompletableFuture<Object>> operation) {
        return operation.get();
    }
}
