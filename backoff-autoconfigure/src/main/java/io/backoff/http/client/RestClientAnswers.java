package io.backoff.http.client;

import io.backoff.engine.TimeSource;
import io.backoff.policy.AnswerReader;
import io.backoff.policy.CalleeAnswer;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientResponseException;

/** Answers in the exceptions of RestClient, RestTemplate and HTTP interface clients. */
final class RestClientAnswers implements AnswerReader {

    private final TimeSource time;

    RestClientAnswers(TimeSource time) {
        this.time = time;
    }

    @Override
    public @Nullable CalleeAnswer read(Throwable failure) {
        return failure instanceof RestClientResponseException response
                ? Answers.of(response.getStatusCode().value(), response.getResponseHeaders(), time)
                : null;
    }
}
