package io.backoff.actuate;

import io.backoff.problem.ProblemHandler;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Prepares request bodies in reactive applications: see {@link NestedProperties}. Rejects parameters with the name of a
 * path variable.
 */
final class NestedPropertiesFilter implements WebFilter {

    private final ChangePaths paths;

    NestedPropertiesFilter(ChangePaths paths) {
        this.paths = paths;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (!paths.include(request.getPath().pathWithinApplication().value())) {
            return chain.filter(exchange);
        }
        String variable = EndpointChanges.pathVariable(request.getQueryParams().keySet());
        if (variable != null) {
            return ProblemHandler.write(Problems.pathVariable(variable), exchange.getResponse());
        }
        return request.getMethod() == HttpMethod.POST ? filterBody(exchange, chain) : chain.filter(exchange);
    }

    private static Mono<Void> filterBody(ServerWebExchange exchange, WebFilterChain chain) {
        // The length is limited while the body is read, because the length of a chunked body is not known in advance.
        return DataBufferUtils.join(exchange.getRequest().getBody(), NestedProperties.LONGEST_BODY)
                .map(NestedPropertiesFilter::text)
                .defaultIfEmpty("")
                .map(body -> chain.filter(with(NestedProperties.asText(body), exchange)))
                .onErrorResume(DataBufferLimitException.class, tooLong -> Mono.just(reject(exchange)))
                .flatMap(response -> response);
    }

    private static Mono<Void> reject(ServerWebExchange exchange) {
        return ProblemHandler.write(Problems.tooLong(NestedProperties.LONGEST_BODY), exchange.getResponse());
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
                if (body.isEmpty()) {
                    return Flux.empty();
                }
                return Flux.defer(() ->
                        Flux.just(exchange.getResponse().bufferFactory().wrap(body.getBytes(StandardCharsets.UTF_8))));
            }
        };
        return exchange.mutate().request(request).build();
    }
}
