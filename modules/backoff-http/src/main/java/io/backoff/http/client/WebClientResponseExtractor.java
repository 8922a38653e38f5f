package io.backoff.http.client;

import io.backoff.classify.CalleeResponse;
import io.backoff.classify.ResponseExtractor;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.web.reactive.function.UnsupportedMediaTypeException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Extracts responses from exceptions of WebClient. */
final class WebClientResponseExtractor implements ResponseExtractor {

    private final ResponseParser parser;

    WebClientResponseExtractor(ResponseParser parser) {
        this.parser = parser;
    }

    @Override
    public @Nullable CalleeResponse read(Throwable failure) {
        return failure instanceof WebClientResponseException response && !isBroken(response)
                ? parser.of(
                        response.getStatusCode().value(),
                        response.getHeaders()::getOrEmpty,
                        response::getResponseBodyAsByteArray)
                : null;
    }

    // A successful status with a cause means that the body broke off, unless it arrived and is of no use.
    private static boolean isBroken(WebClientResponseException response) {
        Throwable cause = response.getCause();
        return response.getStatusCode().is2xxSuccessful()
                && cause != null
                && !(cause instanceof UnsupportedMediaTypeException)
                && !(cause instanceof DataBufferLimitException);
    }
}
