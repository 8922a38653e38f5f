package io.backoff.engine.execution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operation whose attempts are futures that a test completes, or that were prepared. */
public final class Stage implements Operation<CompletionStage<Object>> {

    public final List<CompletableFuture<Object>> started = new ArrayList<>();
    private final Deque<CompletableFuture<Object>> prepared = new ArrayDeque<>();
    private Fallback<CompletionStage<Object>> fallback;

    public Stage failing(Throwable... failures) {
        for (Throwable each : failures) {
            prepared.add(CompletableFuture.failedFuture(each));
        }
        return this;
    }

    public Stage returning(Object result) {
        prepared.add(CompletableFuture.completedFuture(result));
        return this;
    }

    public Stage orElse(Fallback<CompletionStage<Object>> instead) {
        fallback = instead;
        return this;
    }

    public CompletableFuture<Object> last() {
        return started.get(started.size() - 1);
    }

    @Override
    public CompletionStage<Object> invoke() {
        started.add(prepared.isEmpty() ? new CompletableFuture<>() : prepared.remove());
        return last();
    }

    @Override
    public Fallback<CompletionStage<Object>> fallback() {
        return fallback;
    }
}
