package io.backoff.docs.code.async;

import io.backoff.Backoff;
import io.backoff.engine.BackoffOperations;
import io.backoff.reactor.BackoffReactor;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Asynchronous calls. */
class Quotes {

    private final HttpClient http;
    private final WebClient web;
    private final Archive archive;
    private final Executor workers;

    Quotes(HttpClient http, WebClient web, Archive archive, Executor workers) {
        this.http = http;
        this.web = web;
        this.archive = archive;
        this.workers = workers;
    }

    @Backoff("quotes")
    CompletableFuture<String> quoteLater(HttpRequest request) {
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body);
    }

    @Backoff("quotes")
    Mono<Quote> quote(String item) {
        return web.get().uri("/quotes/{item}", item).retrieve().bodyToMono(Quote.class);
    }

    @Backoff("quotes")
    CompletableFuture<Quote> fromArchive(String item) {
        return CompletableFuture.supplyAsync(() -> archive.find(item), workers);
    }

    void fromCode(BackoffOperations operations, BackoffReactor reactor, String item) {
        CompletableFuture<Quote> later = operations.callAsync("quotes", () -> archive.findLater(item));
        Mono<Quote> quote = reactor.call("quotes", () -> archive.quote(item));
        Flux<Quote> all = reactor.callMany("quotes", archive::all);
    }

    Mono<Quote> attempt(String item) {
        return Mono.deferContextual(context -> BackoffReactor.currentAttempt(context)
                .filter(attempt -> attempt.number() > 1)
                .map(retry -> archive.quote(item))
                .orElseGet(() -> quote(item)));
    }

    record Quote(String item, long cents) {}

    interface Archive {

        Quote find(String item);

        CompletableFuture<Quote> findLater(String item);

        Mono<Quote> quote(String item);

        Flux<Quote> all();
    }
}
