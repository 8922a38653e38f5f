package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Renders problem details, in place of Spring Boot's handler, which does not say for which exception. Forbids a retry
 * if a guarded call gave up with the exception.
 */
@ControllerAdvice
class ServletProblemDetails extends ResponseEntityExceptionHandler {

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (request instanceof ServletWebRequest servlet) {
            forbidRetryIfEnded(failure, servlet, servlet.getResponse());
        }
        return super.handleExceptionInternal(failure, body, headers, status, request);
    }

    private static void forbidRetryIfEnded(
            Exception failure, ServletWebRequest request, @Nullable HttpServletResponse response) {
        // The header is set before the status, because the advice that is added with the status depends on it.
        if (response != null
                && NamedStatus.forbidsRetry(failure, OverloadProblems.scope(request.getRequest()::getAttribute))) {
            response.setHeader(PushbackHeader.NAME, PushbackHeader.FORBIDS);
        }
    }
}
