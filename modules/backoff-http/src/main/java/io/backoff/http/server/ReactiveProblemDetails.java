package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Renders problem details in WebFlux applications, as {@link ServletProblemDetails} does in Spring MVC. */
@ControllerAdvice
class ReactiveProblemDetails extends ResponseEntityExceptionHandler {

    @Override
    protected Mono<ResponseEntity<Object>> handleExceptionInternal(
            Exception failure,
            @Nullable Object body,
            @Nullable HttpHeaders headers,
            HttpStatusCode status,
            ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        // The headers of a response that has begun cannot be changed.
        if (!response.isCommitted()
                && NamedStatus.forbidsRetry(failure, OverloadProblems.scope(exchange::getAttribute))) {
            response.getHeaders().set(PushbackHeader.NAME, PushbackHeader.FORBIDS);
        }
        return super.handleExceptionInternal(failure, body, headers, status, exchange);
    }
}
