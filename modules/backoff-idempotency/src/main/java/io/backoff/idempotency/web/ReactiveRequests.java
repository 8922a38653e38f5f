package io.backoff.idempotency.web;

import io.backoff.idempotency.key.CallContext;
import java.lang.reflect.Method;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Reads WebFlux requests from the context of the subscriber. */
final class ReactiveRequests extends HandlerMethods {

    @Override
    public void check(Method method, Class<?> returned) {
        if (returned != Mono.class) {
            throw new IllegalArgumentException(
                    "with WebFlux, the key of a request can be read only if the method returns a Mono");
        }
    }

    @Override
    public String key(CallContext context) {
        ServerWebExchange exchange = context.find(ServerWebExchange.class);
        if (exchange == null) {
            throw new IllegalStateException("This subscriber has no access to the request and its idempotency key");
        }
        return IdempotencyKeyHeader.of(exchange.getRequest().getHeaders().getOrEmpty(IdempotencyKeyHeader.HEADER));
    }

    @Override
    public void repeated(CallContext context) {
        ServerWebExchange exchange = context.find(ServerWebExchange.class);
        if (exchange != null) {
            exchange.getResponse().getHeaders().set(REPEATED, "true");
        }
    }
}
