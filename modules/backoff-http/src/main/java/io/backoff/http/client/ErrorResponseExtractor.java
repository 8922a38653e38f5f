package io.backoff.http.client;

import io.backoff.classify.CalleeResponse;
import io.backoff.classify.ResponseExtractor;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

/** Extracts responses from exceptions that are error responses themselves, such as {@code ResponseStatusException}. */
final class ErrorResponseExtractor implements ResponseExtractor {

    private final ResponseParser parser;

    ErrorResponseExtractor(ResponseParser parser) {
        this.parser = parser;
    }

    @Override
    public @Nullable CalleeResponse read(Throwable failure) {
        return failure instanceof ErrorResponse response
                ? parser.of(response.getStatusCode().value(), response.getHeaders()::getOrEmpty, problem(response))
                : null;
    }

    private static ProblemHints problem(ErrorResponse response) {
        ProblemDetail problem = response.getBody();
        Map<String, Object> members = Objects.requireNonNullElse(problem.getProperties(), Map.of());
        return ProblemHints.of(
                members.get(ProblemHints.RETRY),
                members.get(ProblemHints.RETRY_AFTER),
                Objects.toString(problem.getType(), null));
    }
}
