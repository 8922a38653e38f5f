package io.backoff.http.client;

import io.backoff.classify.CalleeResponse;
import io.backoff.classify.ResponseExtractor;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Extracts responses from exceptions of WebClient. */
final class WebClientResponseExtractor implements ResponseExtractor {

    private final ResponseParser parser;

    WebClientResponseExtractor(ResponseParser parser) {
        this.parser = parser;
    }

    @Override
    public @Nullable CalleeResponse read(Throwable failure) {
        // A successful status with a cause means that the body could not be read: the cause says why.
        return failure instanceof WebClientResponseException response
                        && !(response.getStatusCode().is2xxSuccessful() && response.getCause() != null)
                ? parser.of(
                        response.getStatusCode().value(),
                        response.getHeaders()::getOrEmpty,
                        response::getResponseBodyAsByteArray)
                : null;
    }
}
