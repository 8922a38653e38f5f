package io.backoff.http.server;

import io.backoff.server.RequestRetryScope;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Recognizes exceptions that name the status of the response. The application has chosen it, so it stays. */
final class NamedStatus {

    private NamedStatus() {}

    static boolean isNamedBy(Throwable failure) {
        return failure instanceof ErrorResponse
                || AnnotatedElementUtils.hasAnnotation(failure.getClass(), ResponseStatus.class);
    }

    /** Whether a call in the request ended for good with a failure that names this response status. */
    static boolean isTerminal(int status, RequestRetryScope request) {
        return request.latestTerminal(ErrorResponse.class::isInstance)
                .filter(failure -> ((ErrorResponse) failure).getStatusCode().value() == status)
                .isPresent();
    }

    /** Whether an exception was handled by Spring Boot itself, as with {@code spring.mvc.problemdetails.enabled}. */
    static boolean isRenderedBySpringBoot(MethodParameter returned) {
        Class<?> handler = returned.getContainingClass();
        return handler.getSimpleName().equals("ProblemDetailsExceptionHandler")
                && handler.getPackageName().startsWith("org.springframework.boot.");
    }
}
