package io.backoff.docs.code.async;

import io.backoff.Backoff;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** A method that returns a {@code Mono}. */
class ReactiveQuotes {

    private final WebClient web;

    ReactiveQuotes(WebClient.Builder builder) {
        this.web = builder.baseUrl("http://quotes.example").build();
    }

    @Backoff("quotes")
    Mono<Quote> quote(String item) {
        return web.get().uri("/quotes/{item}", item).retrieve().bodyToMono(Quote.class);
    }

    record Quote(String item, long cents) {}
}
