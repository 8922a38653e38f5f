package io.backoff.actuate;

import io.backoff.autoconfigure.EndpointPath;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lets the endpoint receive {@link NestedProperties} in reactive applications. */
final class NestedPropertiesFilter implements WebFilter {

    // Longer bodies are left to Spring, which knows its own limit, and to the endpoint.
    private static final int LONGEST_BODY = 100_000;

    private final EndpointPath endpoint;

    NestedPropertiesFilter(EndpointPath endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        long length = request.getHeaders().getContentLength();
        if (length <= 0 || length > LONGEST_BODY || !isForEndpoint(request)) {
            return chain.filter(exchange);
        }
        return DataBufferUtils.join(request.getBody(), LONGEST_BODY)
                .map(NestedPropertiesFilter::text)
                .map(NestedProperties::asText)
                .flatMap(body -> chain.filter(with(body, exchange)));
    }

    private boolean isForEndpoint(ServerHttpRequest request) {
        String path = endpoint.get();
        return path != null
                && request.getMethod() == HttpMethod.POST
                && request.getPath().pathWithinApplication().value().startsWith(path + "/");
    }

    private static String text(DataBuffer buffer) {
        try {
            return buffer.toString(StandardCharsets.UTF_8);
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    private static ServerWebExchange with(String body, ServerWebExchange exchange) {
        ServerHttpRequest request = new ServerHttpRequestDecorator(exchange.getRequest()) {
            @Override
            public Flux<DataBuffer> getBody() {
                return Flux.defer(() ->
                        Flux.just(exchange.getResponse().bufferFactory().wrap(body.getBytes(StandardCharsets.UTF_8))));
            }
        };
        return exchange.mutate().request(request).build();
    }
}
