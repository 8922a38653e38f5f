package io.backoff.http.server;

import io.backoff.http.IncomingAttempt;
import io.backoff.problem.Problem;
import io.backoff.problem.ProblemSource.Attributes;
import io.backoff.server.Rejection;
import io.backoff.server.Rejections;
import io.backoff.server.RequestRetryScope;
import org.jspecify.annotations.Nullable;

/**
 * Creates problem details for requests rejected because of overload.
 *
 * @param rejections decides whether callers may retry
 */
record OverloadProblems(Rejections rejections) {

    /** Returns the problem of a failure in a servlet application, even if the filter has not seen the request. */
    @Nullable
    Problem ofServlet(Throwable failure, Attributes request) {
        RequestRetryScope known = scope(request);
        return of(failure, known == null ? new RequestRetryScope(IncomingAttempt.FIRST) : known);
    }

    /**
     * Returns the problem of a failure in a WebFlux application; {@code null} for an exception that carries a status,
     * which Spring's handler handles later. (In Spring MVC, Spring's resolver has already handled such an exception.)
     * If the result is {@code null}, the failure is recorded as unhandled by the application.
     */
    @Nullable
    Problem ofExchange(Throwable failure, Attributes request) {
        RequestRetryScope scope = scope(request);
        if (scope == null) {
            return null;
        }
        Problem problem = NamedStatus.isNamedBy(failure) ? null : of(failure, scope);
        if (problem == null) {
            scope.unhandled(failure);
        }
        return problem;
    }

    private @Nullable Problem of(Throwable failure, RequestRetryScope scope) {
        Rejection rejection = rejections.of(failure, scope);
        return rejection == null ? null : new HttpRejection(rejection).problem();
    }

    /** Returns the scope of a request; {@code null} if the filter has not seen the request. */
    static @Nullable RequestRetryScope scope(Attributes request) {
        return request.get(RequestRetryScope.ATTRIBUTE) instanceof RequestRetryScope scope ? scope : null;
    }
}
