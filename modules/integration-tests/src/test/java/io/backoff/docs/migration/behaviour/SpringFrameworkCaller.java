package io.backoff.docs.migration.behaviour;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.resilience.annotation.Retryable;

public class SpringFrameworkCaller implements Caller {

    @Override
    @Retryable(maxRetries = 2, delay = 0)
    public Object call(Callable<Object> operation) throws Exception {
        return operation.call();
    }

    @Override
    @Retryable(includes = IOException.class, maxRetries = 2, delay = 0)
    public Object callIo(Callable<Object> operation) throws Exception {
        return operation.call();
    }

    @Override
    @Retryable(maxRetries = 2, delay = 0)
    public CompletableFuture<Object> callLater(Supplier<CompletableFuture<Object>> operation) {
        return operation.get();
    }
}
