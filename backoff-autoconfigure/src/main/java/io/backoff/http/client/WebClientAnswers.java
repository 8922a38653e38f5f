package io.backoff.http.client;

import io.backoff.engine.TimeSource;
import io.backoff.policy.AnswerReader;
import io.backoff.policy.CalleeAnswer;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Answers in the exceptions of WebClient. */
final class WebClientAnswers implements AnswerReader {

    private final TimeSource time;

    WebClientAnswers(TimeSource time) {
        this.time = time;
    }

    @Override
    public @Nullable CalleeAnswer read(Throwable failure) {
        return failure instanceof WebClientResponseException response
                ? Answers.of(response.getStatusCode().value(), response.getHeaders(), time)
                : null;
    }
}
