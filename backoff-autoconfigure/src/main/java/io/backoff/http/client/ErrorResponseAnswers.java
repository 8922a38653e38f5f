package io.backoff.http.client;

import io.backoff.classify.AnswerReader;
import io.backoff.classify.CalleeAnswer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponse;

/** Answers in exceptions that are error responses themselves, such as {@code ResponseStatusException}. */
final class ErrorResponseAnswers implements AnswerReader {

    private final Answers answers;

    ErrorResponseAnswers(Answers answers) {
        this.answers = answers;
    }

    @Override
    public @Nullable CalleeAnswer read(Throwable failure) {
        return failure instanceof ErrorResponse response
                ? answers.of(response.getStatusCode().value(), response.getHeaders()::getOrEmpty, problem(response))
                : null;
    }

    private static ProblemHints problem(ErrorResponse response) {
        Map<String, Object> members = response.getBody().getProperties();
        return members == null
                ? ProblemHints.SILENT
                : ProblemHints.of(members.get(ProblemHints.RETRY), members.get(ProblemHints.RETRY_AFTER));
    }
}
