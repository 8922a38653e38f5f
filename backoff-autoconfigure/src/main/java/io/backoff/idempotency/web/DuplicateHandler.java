package io.backoff.idempotency.web;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** Answers duplicates on WebFlux, after whatever the application's controllers have for the exceptions. */
final class DuplicateHandler implements WebExceptionHandler, Ordered {

    /** Before those that know only that a call gave up, and Spring Boot's own, which answers whatever it gets. */
    @Override
    public int getOrder() {
        return -2;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        ServerHttpResponse response = exchange.getResponse();
        Problem problem = response.isCommitted() ? null : Problem.of(failure);
        return problem == null ? Mono.error(failure) : write(problem, response);
    }

    private static Mono<Void> write(Problem problem, ServerHttpResponse response) {
        byte[] body = problem.body();
        response.setStatusCode(HttpStatusCode.valueOf(problem.status()));
        HttpHeaders headers = response.getHeaders();
        if (problem.retryAfter() > 0) {
            headers.set(HttpHeaders.RETRY_AFTER, Long.toString(problem.retryAfter()));
        }
        headers.set(HttpHeaders.CONTENT_TYPE, Problem.CONTENT_TYPE);
        headers.setContentLength(body.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }
}
