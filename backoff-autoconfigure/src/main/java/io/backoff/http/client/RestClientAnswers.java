package io.backoff.http.client;

import io.backoff.classify.AnswerReader;
import io.backoff.classify.CalleeAnswer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.RestClientResponseException;

/** Answers in the exceptions of RestClient, RestTemplate and HTTP interface clients. */
final class RestClientAnswers implements AnswerReader {

    private final Answers answers;

    RestClientAnswers(Answers answers) {
        this.answers = answers;
    }

    @Override
    public @Nullable CalleeAnswer read(Throwable failure) {
        if (!(failure instanceof RestClientResponseException response)) {
            return null;
        }
        HttpHeaders headers = response.getResponseHeaders();
        return answers.of(
                response.getStatusCode().value(),
                (headers == null ? HttpHeaders.EMPTY : headers)::getOrEmpty,
                response::getResponseBodyAsByteArray);
    }
}
