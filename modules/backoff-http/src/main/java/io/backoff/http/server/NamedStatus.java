package io.backoff.http.server;

import io.backoff.server.RequestRetryScope;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Recognizes exceptions that carry a response status. The application has chosen this status, so it is kept. */
final class NamedStatus {

    private NamedStatus() {}

    static boolean isNamedBy(Throwable failure) {
        return failure instanceof ErrorResponse
                || AnnotatedElementUtils.hasAnnotation(failure.getClass(), ResponseStatus.class);
    }

    /** Whether a guarded call in the request gave up with an exception that carries this response status. */
    static boolean isTerminal(int status, RequestRetryScope request) {
        return request.latestTerminal(ErrorResponse.class::isInstance)
                .filter(failure -> ((ErrorResponse) failure).getStatusCode().value() == status)
                .isPresent();
    }

    /** Whether Spring Boot itself handles the exception, as with {@code spring.mvc.problemdetails.enabled}. */
    static boolean isRenderedBySpringBoot(MethodParameter returned) {
        Class<?> handler = returned.getContainingClass();
        return handler.getSimpleName().equals("ProblemDetailsExceptionHandler")
                && handler.getPackageName().startsWith("org.springframework.boot.");
    }
}
