package io.backoff.http.server;

import io.backoff.engine.BackoffOperations;
import io.backoff.reactor.BackoffReactor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.web.bind.annotation.GetMapping;

/** Pages whose guarded operation always fails. */
abstract class GuardedPages {

    final BackoffReactor reactor;
    final BackoffOperations operations;
    private final AtomicInteger bottom;

    GuardedPages(BackoffReactor reactor, BackoffOperations operations, AtomicInteger bottom) {
        this.reactor = reactor;
        this.operations = operations;
        this.bottom = bottom;
    }

    @GetMapping("/guarded-future")
    CompletableFuture<String> guardedFuture() {
        return operations.callAsync("inner", () -> CompletableFuture.supplyAsync(this::fail));
    }

    String fail() {
        bottom.incrementAndGet();
        throw Shared.Pages.ALWAYS_THE_SAME;
    }
}
