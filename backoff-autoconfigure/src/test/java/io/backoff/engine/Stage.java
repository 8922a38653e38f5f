package io.backoff.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operation whose attempts are futures that a test completes, or that were prepared. */
final class Stage implements Operation<CompletionStage<Object>> {

    final List<CompletableFuture<Object>> started = new ArrayList<>();
    private final Deque<CompletableFuture<Object>> prepared = new ArrayDeque<>();
    private Fallback<CompletionStage<Object>> fallback;

    Stage failing(Throwable... failures) {
        for (Throwable each : failures) {
            prepared.add(CompletableFuture.failedFuture(each));
        }
        return this;
    }

    Stage returning(Object result) {
        prepared.add(CompletableFuture.completedFuture(result));
        return this;
    }

    Stage orElse(Fallback<CompletionStage<Object>> instead) {
        fallback = instead;
        return this;
    }

    CompletableFuture<Object> last() {
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
