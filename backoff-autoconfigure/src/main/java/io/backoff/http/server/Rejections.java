package io.backoff.http.server;

import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.http.OverloadedException;
import io.backoff.http.PushbackHeader;
import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.resilience.InvocationRejectedException;

/** Decides what the caller of a request is told that the application could not take. */
final class Rejections {

    // Without a hint of the application: about a second, spread so that the callers do not all return at once.
    private static final Duration SHORTEST = Duration.ofMillis(500);
    private static final Duration SPREAD = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

    private final RequestWindow window;
    private final Thresholds thresholds;
    private final TimeSource time;
    private final Supplier<ServerMeters> meters;
    private final RejectionLog failures;

    /** Asks for the meters when there is something to count. */
    Rejections(RequestWindow window, Thresholds thresholds, TimeSource time, Supplier<ServerMeters> meters) {
        this.window = window;
        this.thresholds = thresholds;
        this.time = time;
        this.meters = meters;
        this.failures = new RejectionLog(time);
    }

    /**
     * Decides on a failure that nothing in the application handles. It rejects the request if the application is
     * overloaded, or if a call in the request ended because its callee is: told not to retry, or out of budget.
     *
     * @return {@code null} when the failure is of another kind, so that the response of the application stays
     */
    @Nullable
    Rejection of(Throwable failure, RequestRetryScope request) {
        StopReason reason = request.terminalReason(failure);
        if (reason == StopReason.BUDGET_DENIED || reason == StopReason.OVERLOADED) {
            failures.rejected(failure);
            return request.reject(counted(Rejection.NO_RETRY));
        }
        Duration hint = CauseChain.first(failure, Rejections::hint);
        if (hint == null) {
            return null;
        }
        failures.overloaded(failure);
        // Its attempts are used up already, for example: the caller has nothing to gain from more of them.
        return request.reject(reason == null ? overloaded(hint) : counted(Rejection.NO_RETRY));
    }

    /**
     * Adds to a 503 that the application sends what its caller is told.
     *
     * @param response its headers. A pushback among them that is negative says that another attempt is not welcome
     */
    void advise(HttpHeaders response, RequestRetryScope request) {
        PushbackHeader own = PushbackHeader.parse(response.getFirst(PushbackHeader.NAME));
        ofOwnResponse(request, own != null && own.isNever()).addTo(response);
    }

    /**
     * For a request whose handler answers 503 by itself. What was decided for the request before holds, unless that
     * permits what the handler does not.
     *
     * @param never whether the answer says so itself that another attempt is not welcome
     */
    Rejection ofOwnResponse(RequestRetryScope request, boolean never) {
        Rejection decided = request.rejection();
        if (decided != null) {
            return never ? request.reject(Rejection.NO_RETRY) : decided;
        }
        if (never) {
            window.rejected();
        }
        return request.reject(never ? counted(Rejection.NO_RETRY) : overloaded(Duration.ZERO));
    }

    /** For a request whose caller has stopped waiting: the answer would come too late, and so would any other. */
    Rejection ofExpired(RequestRetryScope request) {
        return request.reject(counted(Rejection.NO_RETRY));
    }

    /** When to come back: never before the hint, if there is one. */
    Rejection retryAfter(Duration hint) {
        Duration shortest = hint.compareTo(LONGEST) > 0 ? LONGEST : hint;
        boolean told = !shortest.isNegative() && !shortest.isZero();
        Duration from = told ? shortest : SHORTEST;
        Duration spread = told ? shortest.dividedBy(2) : SPREAD;
        return Rejection.retryAfter(from.plusMillis(time.random().nextLong(spread.toMillis() + 1)));
    }

    private static @Nullable Duration hint(Throwable failure) {
        if (failure instanceof OverloadedException overloaded) {
            return overloaded.retryAfter();
        }
        return failure instanceof InvocationRejectedException ? Duration.ZERO : null;
    }

    private Rejection overloaded(Duration hint) {
        window.rejected();
        boolean noRetry = thresholds.judge(window.counts()) == RetryAdvice.NO_RETRY;
        return counted(noRetry ? Rejection.NO_RETRY : retryAfter(hint));
    }

    private Rejection counted(Rejection rejection) {
        SafeMeters.record(() -> meters.get().rejected(rejection.advice()));
        return rejection;
    }
}
