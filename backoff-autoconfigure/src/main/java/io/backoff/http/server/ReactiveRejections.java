package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Writes responses to rejected requests in WebFlux. */
final class ReactiveRejections {

    private static final HttpStatusCode STATUS = HttpStatusCode.valueOf(Rejection.STATUS);

    private ReactiveRejections() {}

    static Mono<Void> write(Rejection rejection, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        byte[] body = rejection.body();
        response.setStatusCode(STATUS);
        response.getHeaders().set(HttpHeaders.CONTENT_TYPE, Rejection.CONTENT_TYPE);
        response.getHeaders().setContentLength(body.length);
        rejection.headers().forEach(response.getHeaders()::set);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }

    /** Adds retry advice to a 503 that is about to be sent, like {@link AdvisingResponse}. */
    static void advise(ServerHttpResponse response, RequestRetryScope scope, Rejections rejections) {
        if (STATUS.equals(response.getStatusCode())) {
            rejections.advise(response.getHeaders(), scope);
        }
    }

    /** Forbids a retry in the application's response, if the failure ended a call for good. */
    static void forbidRetryAfter(Throwable failure, RequestRetryScope scope, ServerHttpResponse response) {
        if (scope.hasTerminal(failure)) {
            response.getHeaders().set(PushbackHeader.NAME, PushbackHeader.FORBIDS);
        }
    }
}
