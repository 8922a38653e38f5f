package io.backoff.http.server;

import io.backoff.server.Rejection;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes responses to rejected servlet requests.
 *
 * @param rejections decides whether callers may retry
 * @param pages clients that get an error page instead of problem+json
 */
record ServletRejections(Rejections rejections, ErrorPages pages) {

    /** Returns the scope of the request; {@code null} if the filter has not seen the request. */
    static @Nullable RequestRetryScope scope(ServletRequest request) {
        return request.getAttribute(RequestRetryScope.ATTRIBUTE) instanceof RequestRetryScope scope ? scope : null;
    }

    /**
     * Responds to a failed request, if the failure is a rejection and no response has been committed.
     *
     * @return whether it has responded
     */
    boolean respond(
            Throwable failure, RequestRetryScope scope, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Rejection rejection = response.isCommitted() ? null : rejections.of(failure, scope);
        if (rejection == null) {
            return false;
        }
        if (pages.render(request.getHeader("Accept"))) {
            new HttpRejection(rejection).headers().forEach(response::setHeader);
            response.sendError(HttpRejection.STATUS);
        } else {
            // For observations of requests. Not set before sendError: Tomcat would turn the response into a 500.
            request.setAttribute(RequestDispatcher.ERROR_EXCEPTION, failure);
            write(rejection, response);
        }
        return true;
    }

    static void write(Rejection rejection, HttpServletResponse response) throws IOException {
        HttpRejection answer = new HttpRejection(rejection);
        response.resetBuffer();
        response.setStatus(HttpRejection.STATUS);
        answer.headers().forEach(response::setHeader);
        response.setContentType(HttpRejection.CONTENT_TYPE);
        byte[] body = answer.body();
        response.setContentLength(body.length);
        writeBody(body, response);
        response.flushBuffer();
    }

    private static void writeBody(byte[] body, HttpServletResponse response) throws IOException {
        try {
            response.getOutputStream().write(body);
        } catch (IllegalStateException writerInUse) {
            response.getWriter().write(new String(body, StandardCharsets.UTF_8));
        }
    }
}
