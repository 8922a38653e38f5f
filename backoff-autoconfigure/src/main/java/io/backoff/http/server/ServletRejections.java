package io.backoff.http.server;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Answers rejected requests of servlets.
 *
 * @param rejections decides what their callers are told
 * @param pages who gets an error page instead of a problem
 */
record ServletRejections(Rejections rejections, ErrorPages pages) {

    /** The layer of the request; {@code null} where the filter did not see it. */
    static @Nullable RequestRetryScope layer(ServletRequest request) {
        return request.getAttribute(RequestRetryScope.ATTRIBUTE) instanceof RequestRetryScope scope ? scope : null;
    }

    /**
     * Answers a request that failed.
     *
     * @return whether it did: not when the failure is no rejection, or an answer is on its way already
     */
    boolean respond(
            Throwable failure, RequestRetryScope scope, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Rejection rejection = response.isCommitted() ? null : rejections.of(failure, scope);
        if (rejection == null) {
            return false;
        }
        if (pages.render(request.getHeader("Accept"))) {
            rejection.headers().forEach(response::setHeader);
            response.sendError(Rejection.STATUS);
        } else {
            // For what observes requests. Not before sendError: Tomcat would make a 500 of it.
            request.setAttribute(RequestDispatcher.ERROR_EXCEPTION, failure);
            write(rejection, response);
        }
        return true;
    }

    static void write(Rejection rejection, HttpServletResponse response) throws IOException {
        response.resetBuffer();
        response.setStatus(Rejection.STATUS);
        rejection.headers().forEach(response::setHeader);
        response.setContentType(Rejection.CONTENT_TYPE);
        byte[] body = rejection.body();
        response.setContentLength(body.length);
        try {
            response.getOutputStream().write(body);
        } catch (IllegalStateException writerInUse) {
            response.getWriter().write(new String(body, StandardCharsets.UTF_8));
        }
        response.flushBuffer();
    }
}
