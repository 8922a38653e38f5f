package io.backoff.docs.code.async;

import io.backoff.Backoff;
import io.backoff.reactor.BackoffReactor;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Asynchronous calls. */
class Quotes {

    private final HttpClient http;
    private final Archive archive;

    Quotes(HttpClient http, Archive archive) {
        this.http = http;
        this.archive = archive;
    }

    @Backoff("quotes")
    CompletableFuture<String> quoteLater(HttpRequest request) {
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body);
    }

    void fromCode(BackoffReactor reactor, String item) {
        Mono<Quote> quote = reactor.call("quotes", () -> archive.quote(item));
        Flux<Quote> all = reactor.callMany("quotes", archive::all);
    }

    record Quote(String item, long cents) {}

    interface Archive {

        Mono<Quote> quote(String item);

        Flux<Quote> all();
    }
}
