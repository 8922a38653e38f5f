package io.backoff.http.server;

import io.backoff.http.IncomingAttempt;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers for handlers of Spring MVC that reject a request, after whatever the application has for its exceptions:
 * {@code @ExceptionHandler}, {@code @ResponseStatus} and resolvers of its own.
 */
final class RejectionExceptionResolver implements HandlerExceptionResolver, Ordered {

    private final ServletRejections rejections;

    RejectionExceptionResolver(ServletRejections rejections) {
        this.rejections = rejections;
    }

    /** Of two resolvers with the same order the first that was registered wins, and that is the application's. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        RequestRetryScope known = ServletRejections.layer(request);
        RequestRetryScope scope = known != null ? known : new RequestRetryScope(IncomingAttempt.FIRST);
        try {
            return rejections.respond(failure, scope, request, response) ? new ModelAndView() : null;
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
