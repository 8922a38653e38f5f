package io.backoff.http.client;

import io.backoff.engine.Layer;
import io.backoff.engine.LayerScope;
import io.backoff.http.RetryAttemptHeader;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Adds {@code Retry-Attempt} to the requests of a WebClient. The attempt is that of the Reactor context; without one
 * there, that of the thread that subscribes, as with {@code block()} in a blocking call.
 */
final class AttemptFilter implements ExchangeFilterFunction {

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.deferContextual(context -> {
            Layer layer = context.<Layer>getOrEmpty(Layer.class).orElseGet(LayerScope::current);
            return next.exchange(withAttempt(request, layer));
        });
    }

    private static ClientRequest withAttempt(ClientRequest request, @Nullable Layer layer) {
        String value = OutgoingAttempt.header(layer);
        return value == null || request.headers().containsHeader(RetryAttemptHeader.NAME)
                ? request
                : ClientRequest.from(request)
                        .header(RetryAttemptHeader.NAME, value)
                        .build();
    }
}
