package io.backoff.http.client;

import io.backoff.classify.AnswerReader;
import io.backoff.classify.CalleeAnswer;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClientResponseException;

/** Answers in the exceptions of WebClient. */
final class WebClientAnswers implements AnswerReader {

    private final Answers answers;

    WebClientAnswers(Answers answers) {
        this.answers = answers;
    }

    @Override
    public @Nullable CalleeAnswer read(Throwable failure) {
        return failure instanceof WebClientResponseException response
                ? answers.of(
                        response.getStatusCode().value(),
                        response.getHeaders()::getOrEmpty,
                        response::getResponseBodyAsByteArray)
                : null;
    }
}
