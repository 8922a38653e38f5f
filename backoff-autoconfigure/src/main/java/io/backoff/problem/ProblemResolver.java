package io.backoff.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Responds to a failed Spring MVC request with a problem, unless the application handles the failure itself with a
 * resolver, {@code @ExceptionHandler} or {@code @ResponseStatus}. This class is not a {@code ControllerAdvice}, because
 * that would take precedence over {@code @ResponseStatus} and resolvers.
 */
public final class ProblemResolver implements HandlerExceptionResolver, Ordered {

    private final ServletProblems problems;

    /**
     * Creates a resolver. Of resolvers with the same order, the one that is registered first takes precedence. The
     * application's resolvers are registered before this one, so they take precedence even without an order.
     */
    public ProblemResolver(ServletProblems problems) {
        this.problems = problems;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        try {
            return problems.respond(failure, request, response) ? new ModelAndView() : null;
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
