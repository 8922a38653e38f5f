package io.backoff.http.client;

import io.backoff.engine.TimeSource;
import io.backoff.policy.AnswerReader;
import io.backoff.policy.CalleeAnswer;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponse;

/** Answers in exceptions that are error responses themselves, such as {@code ResponseStatusException}. */
final class ErrorResponseAnswers implements AnswerReader {

    private final TimeSource time;

    ErrorResponseAnswers(TimeSource time) {
        this.time = time;
    }

    @Override
    public @Nullable CalleeAnswer read(Throwable failure) {
        return failure instanceof ErrorResponse response
                ? Answers.of(response.getStatusCode().value(), response.getHeaders(), time)
                : null;
    }
}
