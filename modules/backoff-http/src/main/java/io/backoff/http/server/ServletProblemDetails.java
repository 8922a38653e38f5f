package io.backoff.http.server;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Renders problem details in place of Spring Boot's handler, whose responses do not show which exception they are for.
 * If a guarded call gave up with the exception, the response forbids a retry.
 */
@ControllerAdvice
class ServletProblemDetails extends ResponseEntityExceptionHandler {

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (request instanceof ServletWebRequest servlet && servlet.getResponse() != null) {
            NamedStatusConfigurer.forbidRetryIfEnded(servlet.getRequest(), servlet.getResponse(), failure);
        }
        return super.handleExceptionInternal(failure, body, headers, status, request);
    }
}
