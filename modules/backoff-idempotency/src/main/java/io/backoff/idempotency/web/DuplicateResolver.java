package io.backoff.idempotency.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Responds to duplicates on Spring MVC, after everything that the application has for the exceptions. A {@code
 * ControllerAdvice} would come before {@code @ResponseStatus} and the resolvers of the application.
 */
final class DuplicateResolver implements HandlerExceptionResolver, Ordered {

    /** Before the resolver that knows only that a call gave up. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE - 1;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        DuplicateProblem problem = response.isCommitted() ? null : DuplicateProblem.of(failure);
        if (problem == null) {
            return null;
        }
        try {
            write(problem, response);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
        return new ModelAndView();
    }

    private static void write(DuplicateProblem problem, HttpServletResponse response) throws IOException {
        response.setStatus(problem.status());
        if (problem.retryAfter() > 0) {
            response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(problem.retryAfter()));
        }
        byte[] body = problem.body();
        response.setContentType(DuplicateProblem.CONTENT_TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
