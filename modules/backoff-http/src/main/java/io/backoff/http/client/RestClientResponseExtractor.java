package io.backoff.http.client;

import io.backoff.classify.CalleeResponse;
import io.backoff.classify.ResponseExtractor;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.RestClientResponseException;

/** Extracts responses from exceptions of RestClient, RestTemplate and HTTP interface clients. */
final class RestClientResponseExtractor implements ResponseExtractor {

    private final ResponseParser parser;

    RestClientResponseExtractor(ResponseParser parser) {
        this.parser = parser;
    }

    @Override
    public @Nullable CalleeResponse read(Throwable failure) {
        if (!(failure instanceof RestClientResponseException response)) {
            return null;
        }
        HttpHeaders headers = response.getResponseHeaders();
        return parser.of(
                response.getStatusCode().value(),
                (headers == null ? HttpHeaders.EMPTY : headers)::getOrEmpty,
                response::getResponseBodyAsByteArray);
    }
}
