package io.backoff.idempotency.web;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Responds to duplicates on WebFlux, after the exception handlers of the application's controllers. A {@code
 * ControllerAdvice} would come before the application's own {@code WebExceptionHandler}.
 */
final class DuplicateHandler implements WebExceptionHandler, Ordered {

    /** Before the handlers that know only that a call gave up, and Spring Boot's own, which handles every failure. */
    @Override
    public int getOrder() {
        return -2;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        ServerHttpResponse response = exchange.getResponse();
        DuplicateProblem problem = response.isCommitted() ? null : DuplicateProblem.of(failure);
        return problem == null ? Mono.error(failure) : write(problem, response);
    }

    private static Mono<Void> write(DuplicateProblem problem, ServerHttpResponse response) {
        byte[] body = problem.body();
        response.setStatusCode(HttpStatusCode.valueOf(problem.status()));
        HttpHeaders headers = response.getHeaders();
        if (problem.retryAfter() > 0) {
            headers.set(HttpHeaders.RETRY_AFTER, Long.toString(problem.retryAfter()));
        }
        headers.set(HttpHeaders.CONTENT_TYPE, DuplicateProblem.CONTENT_TYPE);
        headers.setContentLength(body.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }
}
