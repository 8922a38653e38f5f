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

    /** Returns the problem of a failure in a servlet application, even if the retry filter has not seen the request. */
    @Nullable
    Problem ofServlet(Throwable failure, Attributes request) {
        RequestRetryScope known = scope(request);
        return of(failure, known == null ? new RequestRetryScope(IncomingAttempt.FIRST) : known);
    }

    /**
     * Returns the problem of a failure in a WebFlux application; {@code null} if the failure carries a status, because
     * Spring's own handler, which comes later, handles such failures. (In Spring MVC, Spring's resolver comes earlier.)
     * If the result is {@code null}, the failure is recorded as one that the application has not handled.
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

    /** Returns the scope of a request; {@code null} if the retry filter has not seen the request. */
    static @Nullable RequestRetryScope scope(Attributes request) {
        return request.get(RequestRetryScope.ATTRIBUTE) instanceof RequestRetryScope scope ? scope : null;
    }
}
