package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import io.backoff.http.RetryAfterHeader;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Answers rejected requests of WebFlux. */
final class ReactiveAnswers {

    private static final HttpStatusCode STATUS = HttpStatusCode.valueOf(Rejection.STATUS);

    private ReactiveAnswers() {}

    static Mono<Void> write(Rejection rejection, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        byte[] body = rejection.body();
        response.setStatusCode(STATUS);
        response.getHeaders().set(HttpHeaders.CONTENT_TYPE, Rejection.CONTENT_TYPE);
        response.getHeaders().setContentLength(body.length);
        rejection.headers().forEach(response.getHeaders()::set);
        return response.writeWith(Mono.fromSupplier(() -> wrap(response, body)));
    }

    /** Adds to a 503 that is about to be sent what its caller is told, as {@link AdvisingResponse} does. */
    static void advise(ServerHttpResponse response, RequestLayer layer, Rejections rejections) {
        HttpStatusCode status = response.getStatusCode();
        if (status == null || status.value() != Rejection.STATUS) {
            return;
        }
        HttpHeaders headers = response.getHeaders();
        PushbackHeader own = PushbackHeader.parse(headers.getFirst(PushbackHeader.NAME));
        Rejection rejection = rejections.ofOwnAnswer(layer, own != null && own.isNever());
        if (rejection.noRetry()) {
            headers.remove(RetryAfterHeader.NAME);
            headers.remove(PushbackHeader.NAME);
        }
        rejection.headers().forEach((name, value) -> {
            if (!headers.containsHeader(name)) {
                headers.set(name, value);
            }
        });
    }

    /** Adds to the response of the application that a retry is not welcome, if the failure ended a call for good. */
    static void forbidRetryAfter(Throwable failure, RequestLayer layer, ServerHttpResponse response) {
        if (layer.hasSettled(failure)) {
            response.getHeaders().set(PushbackHeader.NAME, PushbackHeader.FORBIDS);
        }
    }

    private static DataBuffer wrap(ServerHttpResponse response, byte[] body) {
        return response.bufferFactory().wrap(body);
    }
}
