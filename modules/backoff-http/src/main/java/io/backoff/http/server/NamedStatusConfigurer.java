package io.backoff.http.server;

import io.backoff.http.PushbackHeader;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.annotation.ResponseStatusExceptionResolver;

/**
 * Forbids a retry in the response if a guarded call gave up with an exception that carries a response status. Spring
 * MVC itself responds to such an exception, after all exception handlers of the application, so the exception never
 * leaves the dispatcher.
 */
final class NamedStatusConfigurer implements WebMvcConfigurer {

    @Override
    public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        for (int i = 0; i < resolvers.size(); i++) {
            if (resolvers.get(i) instanceof ResponseStatusExceptionResolver) {
                resolvers.add(i, NamedStatusConfigurer::forbidRetry);
                return;
            }
        }
    }

    private static @Nullable ModelAndView forbidRetry(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        forbidRetryIfEnded(request, response, failure);
        return null;
    }

    /** Forbids a retry if a guarded call gave up with the exception. Call this before the status is set. */
    static void forbidRetryIfEnded(HttpServletRequest request, HttpServletResponse response, Exception failure) {
        // Sets Retry-Pushback-Ms before the status: setting the status adds retry advice, which depends on this header.
        if (NamedStatus.forbidsRetry(failure, OverloadProblems.scope(request::getAttribute))) {
            response.setHeader(PushbackHeader.NAME, PushbackHeader.FORBIDS);
        }
    }
}
