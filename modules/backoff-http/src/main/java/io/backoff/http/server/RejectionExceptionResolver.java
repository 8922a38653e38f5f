package io.backoff.http.server;

import io.backoff.http.IncomingAttempt;
import io.backoff.server.RequestRetryScope;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Responds when a handler of Spring MVC rejects a request, after the application's own exception handling:
 * {@code @ExceptionHandler}, {@code @ResponseStatus} and its resolvers.
 */
final class RejectionExceptionResolver implements HandlerExceptionResolver, Ordered {

    private final ServletRejections rejections;

    RejectionExceptionResolver(ServletRejections rejections) {
        this.rejections = rejections;
    }

    /** Resolvers of the application with the same order win, as they are registered first. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        RequestRetryScope known = ServletRejections.scope(request);
        RequestRetryScope scope = known != null ? known : new RequestRetryScope(IncomingAttempt.FIRST);
        try {
            return rejections.respond(failure, scope, request, response) ? new ModelAndView() : null;
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
