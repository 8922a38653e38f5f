package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import io.backoff.server.Rejection;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Writes responses to rejected requests in WebFlux. */
final class ReactiveRejections {

    private static final HttpStatusCode STATUS = HttpStatusCode.valueOf(HttpRejection.STATUS);

    private ReactiveRejections() {}

    static Mono<Void> write(Rejection rejection, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        HttpRejection answer = new HttpRejection(rejection);
        byte[] body = answer.body();
        response.setStatusCode(STATUS);
        response.getHeaders().set(HttpHeaders.CONTENT_TYPE, HttpRejection.CONTENT_TYPE);
        response.getHeaders().setContentLength(body.length);
        answer.headers().forEach(response.getHeaders()::set);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }

    /** Adds retry advice to a 503 that is about to be sent, like {@link AdvisingResponse}. */
    static void advise(ServerHttpResponse response, RequestRetryScope scope, Rejections rejections) {
        if (STATUS.equals(response.getStatusCode())) {
            HttpRejection.advise(response.getHeaders(), scope, rejections);
        }
    }

    /** Forbids a retry in the application's response, if the failure ended a call for good. */
    static void forbidRetryAfter(Throwable failure, RequestRetryScope scope, ServerHttpResponse response) {
        if (scope.hasTerminal(failure)) {
            response.getHeaders().set(PushbackHeader.NAME, PushbackHeader.FORBIDS);
        }
    }
}
