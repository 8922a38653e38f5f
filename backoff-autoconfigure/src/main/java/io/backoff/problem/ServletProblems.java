package io.backoff.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;

/**
 * Responds to failed servlet requests with problems.
 *
 * @param source translates failures into problems
 * @param pages selects the clients that get an error page instead, still with the headers of the problem
 */
public record ServletProblems(ProblemSource source, ErrorPages pages) {

    /**
     * Responds to a failed request if there is a problem for the failure and the response is not committed.
     *
     * @return whether it has responded
     */
    public boolean respond(Throwable failure, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Problem problem = response.isCommitted() ? null : source.of(failure, request::getAttribute);
        if (problem == null) {
            return false;
        }
        if (pages.render(problem, request.getHeader("Accept"))) {
            problem.headers().forEach(response::setHeader);
            response.sendError(problem.status());
            return true;
        }
        if (problem.isServerError()) {
            // The observation of the request reads this attribute. It is not set before sendError, because Tomcat would
            // then turn the response into a 500.
            request.setAttribute(RequestDispatcher.ERROR_EXCEPTION, failure);
            write(problem, response);
            // Commits the response, because Tomcat turns an uncommitted response with this attribute into a 500.
            response.flushBuffer();
        } else {
            write(problem, response);
        }
        return true;
    }

    /** Writes a problem as the response. */
    public static void write(Problem problem, HttpServletResponse response) throws IOException {
        response.resetBuffer();
        response.setStatus(problem.status());
        problem.headers().forEach(response::setHeader);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        byte[] body = problem.json();
        response.setContentLength(body.length);
        writeBody(body, response);
    }

    private static void writeBody(byte[] body, HttpServletResponse response) throws IOException {
        try {
            response.getOutputStream().write(body);
        } catch (IllegalStateException writerInUse) {
            response.getWriter().write(new String(body, StandardCharsets.UTF_8));
        }
    }
}
