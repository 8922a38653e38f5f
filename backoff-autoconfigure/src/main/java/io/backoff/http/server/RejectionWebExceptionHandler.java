package io.backoff.http.server;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Answers for handlers of WebFlux that reject a request, after whatever the application has for its exceptions:
 * {@code @ExceptionHandler}, and handlers like this one.
 */
final class RejectionWebExceptionHandler implements WebExceptionHandler, Ordered {

    private final Rejections rejections;

    RejectionWebExceptionHandler(Rejections rejections) {
        this.rejections = rejections;
    }

    /**
     * That of Spring Boot's own handler, which answers whatever it gets. Of two with the same order the first that was
     * registered wins: this one is registered before Boot's, and after those of the application.
     */
    @Override
    public int getOrder() {
        return -1;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        RequestRetryScope scope = exchange.getAttribute(RequestRetryScope.ATTRIBUTE);
        if (scope == null || exchange.getResponse().isCommitted()) {
            return Mono.error(failure);
        }
        Rejection rejection = NamedStatus.isNamedBy(failure) ? null : rejections.of(failure, scope);
        if (rejection == null) {
            ReactiveRejections.forbidRetryAfter(failure, scope, exchange.getResponse());
            return Mono.error(failure);
        }
        String accept = exchange.getRequest().getHeaders().getFirst(HttpHeaders.ACCEPT);
        // Rendered by the handler after this one; the headers are added when it commits.
        return ErrorPages.FOR_BROWSERS.render(accept)
                ? Mono.error(new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, null, failure))
                : ReactiveRejections.write(rejection, exchange);
    }
}
