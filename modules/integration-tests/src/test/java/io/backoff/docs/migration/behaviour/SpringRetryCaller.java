package io.backoff.docs.migration.behaviour;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;

public class SpringRetryCaller implements Caller {

    @Override
    @Retryable(backoff = @Backoff(0))
    public Object call(Callable<Object> operation) throws Exception {
        return operation.call();
    }

    @Override
    @Retryable(retryFor = IOException.class, backoff = @Backoff(0))
    public Object callIo(Callable<Object> operation) throws Exception {
        return operation.call();
    }

    @Override
    @Retryable(backoff = @Backoff(0))
    public CompletableFuture<Object> callLater(Supplier<CompletableFuture<Object>> operation) {
        return operation.get();
    }
}
