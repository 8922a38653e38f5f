package io.backoff.http.server;

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

    /** Whether an exception was handled by Spring Boot itself, as with {@code spring.mvc.problemdetails.enabled}. */
    static boolean isRenderedBySpringBoot(MethodParameter returned) {
        Class<?> handler = returned.getContainingClass();
        return handler.getSimpleName().equals("ProblemDetailsExceptionHandler")
                && handler.getPackageName().startsWith("org.springframework.boot.");
    }
}
