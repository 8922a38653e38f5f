package io.backoff.problem;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Responds with the problem that a {@link ProblemHandler} has found, in a WebFlux application with an error handler of
 * its own. This handler comes last, so that the application's handler may have any order and responds first.
 */
public final class LateProblemHandler implements WebExceptionHandler, Ordered {

    private static final String FOUND = LateProblemHandler.class.getName();

    LateProblemHandler() {}

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    /** Leaves a problem to this handler. */
    static void leave(Problem problem, ServerWebExchange exchange) {
        exchange.getAttributes().put(FOUND, problem);
    }

    /** Returns the problem that was left to this handler; {@code null} if there is none. */
    static @Nullable Problem left(ServerWebExchange exchange) {
        return exchange.getAttribute(FOUND);
    }

    /**
     * Responds with the problem that was left to this handler, if any. The given failure need not be the one that
     * caused the problem: the application's handler may itself have failed.
     */
    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        Problem problem = exchange.getResponse().isCommitted() ? null : left(exchange);
        return problem == null ? Mono.error(failure) : ProblemHandler.write(problem, exchange.getResponse());
    }
}
