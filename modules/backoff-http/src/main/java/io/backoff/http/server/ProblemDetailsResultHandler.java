package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import io.backoff.server.RequestRetryScope;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.HandlerResultHandler;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityResultHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Forbids a retry in problem details in WebFlux applications, as {@link ProblemDetailsAdvice} does in Spring MVC. */
final class ProblemDetailsResultHandler implements HandlerResultHandler, Ordered {

    private final ObjectProvider<ResponseEntityResultHandler> handlers;

    ProblemDetailsResultHandler(ObjectProvider<ResponseEntityResultHandler> handlers) {
        this.handlers = handlers;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public boolean supports(HandlerResult result) {
        return NamedStatus.isRenderedBySpringBoot(result.getReturnTypeSource());
    }

    @Override
    public Mono<Void> handleResult(ServerWebExchange exchange, HandlerResult result) {
        ResponseEntityResultHandler handler = handlers.getObject();
        if (!(result.getReturnValue() instanceof Mono<?> returned)) {
            return handler.handleResult(exchange, result);
        }
        // The header is set before the response is committed, because the advice that is added at the commit depends on
        // it.
        Mono<?> advised = returned.doOnNext(value -> forbidRetry(exchange, value));
        return handler.handleResult(exchange, withValue(advised, result));
    }

    private static HandlerResult withValue(Mono<?> value, HandlerResult result) {
        return new HandlerResult(result.getHandler(), value, result.getReturnTypeSource(), result.getBindingContext());
    }

    private static void forbidRetry(ServerWebExchange exchange, Object value) {
        RequestRetryScope scope = exchange.getAttribute(RequestRetryScope.ATTRIBUTE);
        if (scope != null
                && value instanceof ResponseEntity<?> entity
                && NamedStatus.isTerminal(entity.getStatusCode().value(), scope)) {
            exchange.getResponse().getHeaders().set(PushbackHeader.NAME, PushbackHeader.FORBIDS);
        }
    }
}
