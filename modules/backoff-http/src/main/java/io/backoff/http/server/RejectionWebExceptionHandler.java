package io.backoff.http.server;

import io.backoff.server.Rejection;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Responds when a handler of WebFlux rejects a request, after the application's own exception handling:
 * {@code @ExceptionHandler}, and handlers like this one.
 */
final class RejectionWebExceptionHandler implements WebExceptionHandler, Ordered {

    private final Rejections rejections;

    RejectionWebExceptionHandler(Rejections rejections) {
        this.rejections = rejections;
    }

    /**
     * Same order as Spring Boot's handler, which responds to every failure. With equal orders, the one registered first
     * wins: this one is registered before Boot's, and after the application's.
     */
    @Override
    public int getOrder() {
        return -1;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        RequestRetryScope scope = exchange.getAttribute(RequestRetryScope.ATTRIBUTE);
        return scope == null || exchange.getResponse().isCommitted()
                ? Mono.error(failure)
                : handle(exchange, failure, scope);
    }

    private Mono<Void> handle(ServerWebExchange exchange, Throwable failure, RequestRetryScope scope) {
        Rejection rejection = NamedStatus.isNamedBy(failure) ? null : rejections.of(failure, scope);
        if (rejection == null) {
            ReactiveRejections.forbidRetryAfter(failure, scope, exchange.getResponse());
            return Mono.error(failure);
        }
        return respond(exchange, failure, rejection);
    }

    private static Mono<Void> respond(ServerWebExchange exchange, Throwable failure, Rejection rejection) {
        String accept = exchange.getRequest().getHeaders().getFirst(HttpHeaders.ACCEPT);
        // The next handler renders the page; the headers are added when the response is committed.
        return ErrorPages.FOR_BROWSERS.render(accept)
                ? Mono.error(new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, null, failure))
                : ReactiveRejections.write(rejection, exchange);
    }
}
