package io.backoff.problem;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Responds to a failed WebFlux request with a problem, unless the application handles the failure itself, either in an
 * {@code @ExceptionHandler} method or with an exception handler bean. This class is not a {@code ControllerAdvice},
 * because that would take precedence over exception handler beans.
 */
public final class ProblemHandler implements WebExceptionHandler, Ordered {

    // The order of Spring Boot's own handler, which responds to every failure.
    private static final int ORDER = -1;

    private final ProblemSource source;
    private final boolean leavesProblems;

    /**
     * Creates a handler. Of handlers with the same order, the one that is registered first takes precedence. The
     * application's handlers are registered before this one, and Spring Boot's handler after it.
     *
     * @param late responds to the problems that this handler finds; if absent, this handler responds to them itself
     */
    public ProblemHandler(ProblemSource source, ObjectProvider<LateProblemHandler> late) {
        this.source = source;
        this.leavesProblems = late.getIfAvailable() != null;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        ServerHttpResponse response = exchange.getResponse();
        boolean found = response.isCommitted() || LateProblemHandler.left(exchange) != null;
        Problem problem = found ? null : source.of(failure, exchange::getAttribute);
        if (problem == null) {
            return Mono.error(failure);
        }
        if (leavesProblems) {
            LateProblemHandler.leave(problem, exchange);
            return Mono.error(failure);
        }
        String accept = exchange.getRequest().getHeaders().getFirst(HttpHeaders.ACCEPT);
        return ErrorPages.FOR_BROWSERS.render(problem, accept)
                ? leaveToPage(problem, response, failure)
                : write(problem, response);
    }

    /** Adds the headers, and lets Spring Boot's handler render the page. */
    private static Mono<Void> leaveToPage(Problem problem, ServerHttpResponse response, Throwable failure) {
        problem.headers().forEach(response.getHeaders()::set);
        return Mono.error(new ResponseStatusException(HttpStatusCode.valueOf(problem.status()), null, failure));
    }

    /** Writes a problem as the response. */
    public static Mono<Void> write(Problem problem, ServerHttpResponse response) {
        byte[] body = problem.json();
        response.setStatusCode(HttpStatusCode.valueOf(problem.status()));
        HttpHeaders headers = response.getHeaders();
        problem.headers().forEach(headers::set);
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        headers.setContentLength(body.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }
}
