package io.backoff.http.server;

import io.backoff.engine.Nesting;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TerminalFailures;
import io.backoff.engine.TimeLeft;
import io.backoff.http.IncomingAttempt;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponse;

/**
 * The retry scope of a request, around the calls that its handler makes. Used by all threads that handle the request.
 */
final class RequestRetryScope implements RetryScope {

    /** Name of the request attribute that holds the scope. */
    static final String ATTRIBUTE = RequestRetryScope.class.getName();

    private final IncomingAttempt attempt;
    private final boolean retrying;
    private final Supplier<Duration> sinceArrival;
    private volatile TerminalFailures failures = TerminalFailures.NONE;
    private volatile boolean unhandled;
    private volatile int namedStatus;
    private volatile @Nullable Rejection rejection;

    /** Creates a scope with chain stop, so that the request's attempt limits the calls in it. */
    RequestRetryScope(IncomingAttempt attempt) {
        this(attempt, Nesting.CHAIN_STOP, () -> Duration.ZERO);
    }

    /**
     * Creates the scope of a request.
     *
     * @param sinceArrival how long ago the request arrived
     */
    RequestRetryScope(IncomingAttempt attempt, Nesting nesting, Supplier<Duration> sinceArrival) {
        this.attempt = attempt;
        this.sinceArrival = sinceArrival;
        this.retrying = attempt.isRetry() && nesting == Nesting.CHAIN_STOP;
    }

    IncomingAttempt attempt() {
        return attempt;
    }

    @Override
    public boolean isRetrying() {
        return retrying;
    }

    @Override
    public Optional<RetryInfo> retry() {
        return retrying ? Optional.of(RetryInfo.after(attempt.previous())) : Optional.empty();
    }

    @Override
    public @Nullable TimeLeft timeLeft() {
        return attempt.ttl().isEmpty()
                ? null
                : new TimeLeft(Duration.ofMillis(attempt.ttl().getAsLong()), false).after(sinceArrival.get());
    }

    @Override
    public synchronized void markTerminal(Throwable failure, StopReason reason) {
        failures = failures.and(failure, reason);
        if (failure instanceof ErrorResponse named) {
            namedStatus = named.getStatusCode().value();
        }
    }

    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        return failures.reason(failure);
    }

    /** Whether a call in this request ended for good with this failure, or with one of its causes. */
    boolean hasTerminal(Throwable failure) {
        return failures.reason(failure) != null;
    }

    /** Whether a call in this request ended for good with a failure that names this response status. */
    boolean hasTerminalWith(int status) {
        return namedStatus == status;
    }

    /** Records a failure that the application does not handle. */
    void unhandled(Throwable failure) {
        unhandled = hasTerminal(failure);
    }

    /** Whether the request failed because a call ended for good, unhandled by the application. */
    boolean isUnhandled() {
        return unhandled;
    }

    /** Returns the rejection; {@code null} if the request is not rejected. */
    @Nullable
    Rejection rejection() {
        return rejection;
    }

    /** Records the rejection, as the response may be rendered more than once, for example by an error page. */
    Rejection reject(Rejection decided) {
        rejection = decided;
        return decided;
    }
}
