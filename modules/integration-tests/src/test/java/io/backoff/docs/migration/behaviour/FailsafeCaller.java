package io.backoff.docs.migration.behaviour;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

public class FailsafeCaller implements Caller {

    @Override
    public Object call(Callable<Object> operation) {
        return Failsafe.with(RetryPolicy.ofDefaults()).get(operation::call);
    }

    @Override
    public Object callIo(Callable<Object> operation) {
        return Failsafe.with(RetryPolicy.builder().handle(IOException.class).build())
                .get(operation::call);
    }

    @Override
    public CompletableFuture<Object> callLater(Supplier<CompletableFuture<Object>> operation) {
        return Failsafe.with(RetryPolicy.ofDefaults()).getStageAsync(operation::get);
    }
}
