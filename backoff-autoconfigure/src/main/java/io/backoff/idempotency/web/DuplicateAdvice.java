package io.backoff.idempotency.web;

import io.backoff.idempotency.DuplicateOperationException;
import io.backoff.idempotency.IdempotencyKeyReusedException;
import io.backoff.idempotency.InvalidIdempotencyKeyException;
import io.backoff.idempotency.OperationInProgressException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.ResponseEntity.HeadersBuilder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Responds to rejected duplicates on Spring MVC and WebFlux, unless the application has its own handler. */
@ControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
class DuplicateAdvice {

    @ExceptionHandler
    ResponseEntity<ProblemDetail> inProgress(OperationInProgressException failure) {
        return response(
                        HttpStatus.CONFLICT,
                        "idempotency-in-progress",
                        "A request with this idempotency key is in progress")
                .header(HttpHeaders.RETRY_AFTER, Long.toString(seconds(failure.retryAfter())))
                .build();
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> reused(IdempotencyKeyReusedException failure) {
        String title = "The idempotency key belongs to another request";
        return response(HttpStatus.UNPROCESSABLE_CONTENT, "idempotency-key-reused", title)
                .build();
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> duplicate(DuplicateOperationException failure) {
        String title = "The request was carried out before, and its response is not available";
        return response(HttpStatus.CONFLICT, "idempotency-duplicate", title).build();
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> invalid(InvalidIdempotencyKeyException failure) {
        String type = failure.isMissing() ? "idempotency-key-missing" : "idempotency-key-malformed";
        return response(HttpStatus.BAD_REQUEST, type, failure.getMessage()).build();
    }

    private static HeadersBuilder<?> response(HttpStatus status, String type, @Nullable String title) {
        ProblemDetail problem = ProblemDetail.forStatus(status);
        problem.setType(URI.create("urn:problem:backoff:" + type));
        problem.setTitle(title);
        return ResponseEntity.of(problem);
    }

    private static long seconds(Duration hint) {
        return Math.max(1, hint.plusMillis(999).toSeconds());
    }
}
