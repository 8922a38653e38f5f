package io.backoff.server;

import io.backoff.engine.Nesting;
import io.backoff.engine.RetryInfo;
import io.backoff.engine.RetryScope;
import io.backoff.engine.TerminalFailures;
import io.backoff.engine.TimeLeft;
import io.backoff.http.IncomingAttempt;
import io.backoff.policy.StopReason;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The retry scope of a request, which is the parent scope of calls by its handler. Used by all threads that handle the
 * request.
 */
public final class RequestRetryScope implements RetryScope {

    /** Name of the request attribute that holds the scope. */
    public static final String ATTRIBUTE = RequestRetryScope.class.getName();

    private final IncomingAttempt attempt;
    private final Protocol protocol;
    private final boolean retrying;
    private final Supplier<Duration> sinceArrival;
    private volatile TerminalFailures failures = TerminalFailures.NONE;
    private volatile boolean unhandled;
    private volatile @Nullable Rejection rejection;
    private volatile boolean failureRejected;

    /**
     * Creates a scope with {@link Nesting#CHAIN_STOP}: if the request is a retry, each guarded call by the request's
     * handler makes a single attempt.
     */
    public RequestRetryScope(IncomingAttempt attempt) {
        this(attempt, Nesting.CHAIN_STOP, Protocol.HTTP, () -> Duration.ZERO);
    }

    /**
     * Creates the scope of a request.
     *
     * @param sinceArrival how long ago the request arrived
     */
    RequestRetryScope(IncomingAttempt attempt, Nesting nesting, Protocol protocol, Supplier<Duration> sinceArrival) {
        this.attempt = attempt;
        this.protocol = protocol;
        this.sinceArrival = sinceArrival;
        this.retrying = attempt.isRetry() && nesting == Nesting.CHAIN_STOP;
    }

    /** Returns which attempt the request is, according to its caller. */
    public IncomingAttempt attempt() {
        return attempt;
    }

    Protocol protocol() {
        return protocol;
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
    }

    @Override
    public @Nullable StopReason terminalReason(Throwable failure) {
        return failures.reason(failure);
    }

    /** Whether a nested call of this request gave up with this failure, or with one of its causes. */
    public boolean hasTerminal(Throwable failure) {
        return failures.reason(failure) != null;
    }

    /** Returns the latest failure of this kind with which a nested call of this request gave up, if any. */
    public Optional<Throwable> latestTerminal(Predicate<Throwable> kind) {
        return failures.latest(kind);
    }

    /**
     * Records a failure that the application does not handle. A later failure, for example of the application's error
     * page, does not undo the record.
     */
    public void unhandled(Throwable failure) {
        if (hasTerminal(failure)) {
            unhandled = true;
        }
    }

    /** Whether the request failed because a nested call gave up and the application did not handle the failure. */
    public boolean isUnhandled() {
        return unhandled;
    }

    /** Returns the rejection; {@code null} if the request is not rejected. */
    public @Nullable Rejection rejection() {
        return rejection;
    }

    /**
     * Records the rejection, so that it is still known if the response is rendered again, for example by an error page.
     */
    public Rejection reject(Rejection decided) {
        rejection = decided;
        return decided;
    }

    /** Records the rejection of a request because of a failure that no exception handler of the application handles. */
    Rejection rejectFailure(Rejection decided) {
        failureRejected = true;
        return reject(decided);
    }

    /**
     * Whether the request is rejected because of a failure. An error page of the application may render the rejection
     * with any status.
     */
    public boolean isFailureRejected() {
        return failureRejected;
    }
}
