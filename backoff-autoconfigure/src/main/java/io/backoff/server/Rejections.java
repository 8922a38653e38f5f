package io.backoff.server;

import io.backoff.engine.TimeSource;
import io.backoff.engine.stats.SafeMeters;
import io.backoff.http.OverloadedException;
import io.backoff.policy.StopReason;
import io.backoff.text.CauseChain;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.resilience.InvocationRejectedException;

/** Decides whether the caller of a rejected request may retry. */
public final class Rejections {

    // The default Retry-After: about a second, with jitter so that callers do not all return at once.
    private static final Duration SHORTEST = Duration.ofMillis(500);
    private static final Duration SPREAD = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

    private final RequestWindow window;
    private final Thresholds thresholds;
    private final TimeSource time;
    private final Supplier<ServerMeters> meters;
    private final RejectionLog failures;

    /** Creates an instance that looks up the meters at the first rejection. */
    public Rejections(RequestWindow window, Thresholds thresholds, TimeSource time, Supplier<ServerMeters> meters) {
        this.window = window;
        this.thresholds = thresholds;
        this.time = time;
        this.meters = meters;
        this.failures = new RejectionLog(time);
    }

    /**
     * Decides on a failure that the application does not handle. Rejects the request if the application is overloaded,
     * or if a nested call gave up because of an overload: the callee forbade retries, or the budget was empty.
     *
     * <p>A request may be rejected a second time, for example if its error page fails too. The second rejection is not
     * counted. It never permits a retry that the first rejection forbids, nor a retry earlier than the first rejection
     * permits.
     *
     * @return the rejection; {@code null} for any other failure, which is no reason to reject the request
     */
    public @Nullable Rejection of(Throwable failure, RequestRetryScope request) {
        StopReason reason = request.terminalReason(failure);
        if (reason == StopReason.BUDGET_DENIED || reason == StopReason.OVERLOADED) {
            failures.rejected(failure, request.protocol());
            return request.rejectFailure(noRetry(request));
        }
        Duration retryAfter = CauseChain.first(failure, Rejections::retryAfter);
        if (retryAfter == null) {
            return null;
        }
        failures.overloaded(failure, request.protocol());
        // If a nested call has given up with this failure, for example after its last attempt, a retry would not help.
        return request.rejectFailure(reason == null ? overloaded(retryAfter, request) : noRetry(request));
    }

    private Rejection overloaded(Duration retryAfter, RequestRetryScope request) {
        Rejection earlier = request.rejection();
        return earlier == null ? overloaded(retryAfter) : earlier.atLeast(retryAfter);
    }

    private Rejection noRetry(RequestRetryScope request) {
        return request.rejection() == null ? counted(Rejection.NO_RETRY) : Rejection.NO_RETRY;
    }

    /**
     * Decides on a request that the application rejects with its own response. An earlier decision for the request
     * stands, unless it permits a retry that the response forbids.
     *
     * @param never whether the response forbids a retry
     */
    public Rejection ofOwnResponse(RequestRetryScope request, boolean never) {
        Rejection decided = request.rejection();
        if (decided != null) {
            return never ? request.reject(Rejection.NO_RETRY) : decided;
        }
        if (never) {
            window.rejected();
        }
        return request.reject(never ? counted(Rejection.NO_RETRY) : overloaded(Duration.ZERO));
    }

    /** Rejects a request whose deadline has passed. */
    public Rejection ofExpired(RequestRetryScope request) {
        return request.reject(counted(Rejection.NO_RETRY));
    }

    /** The current time, from which the delay until a date in {@code Retry-After} is computed. */
    public Instant now() {
        return time.instant();
    }

    /** Permits a retry after a random delay, which is at least the requested Retry-After, if any. */
    Rejection retryAfter(Duration retryAfter) {
        Duration shortest = retryAfter.compareTo(LONGEST) > 0 ? LONGEST : retryAfter;
        boolean hinted = !shortest.isNegative() && !shortest.isZero();
        Duration from = hinted ? shortest : SHORTEST;
        Duration spread = hinted ? shortest.dividedBy(2) : SPREAD;
        return Rejection.retryAfter(from.plusMillis(time.random().nextLong(spread.toMillis() + 1)));
    }

    private static @Nullable Duration retryAfter(Throwable failure) {
        if (failure instanceof OverloadedException overloaded) {
            return overloaded.retryAfter();
        }
        return failure instanceof InvocationRejectedException ? Duration.ZERO : null;
    }

    private Rejection overloaded(Duration retryAfter) {
        window.rejected();
        boolean noRetry = thresholds.judge(window.counts()) == RetryAdvice.NO_RETRY;
        return counted(noRetry ? Rejection.NO_RETRY : retryAfter(retryAfter));
    }

    private Rejection counted(Rejection rejection) {
        SafeMeters.record(() -> meters.get().rejected(rejection.advice()));
        return rejection;
    }
}
