package io.backoff.http.server;

import io.backoff.engine.Layer;
import io.backoff.engine.Nesting;
import io.backoff.engine.Repetition;
import io.backoff.engine.execution.SettledFailures;
import io.backoff.http.IncomingAttempt;
import io.backoff.policy.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponse;

/**
 * One request: the layer around the calls that its handler makes. Used by whichever threads handle the request.
 */
final class RequestLayer implements Layer {

    /** Attribute of the request that holds it. */
    static final String ATTRIBUTE = RequestLayer.class.getName();

    private final IncomingAttempt attempt;
    private final boolean retrying;
    private volatile SettledFailures failures = SettledFailures.NONE;
    private volatile boolean unhandled;
    private volatile int namedStatus;
    private volatile @Nullable Rejection rejection;

    /** A request whose attempts concern the calls in it. */
    RequestLayer(IncomingAttempt attempt) {
        this(attempt, Nesting.CHAIN_STOP);
    }

    RequestLayer(IncomingAttempt attempt, Nesting nesting) {
        this.attempt = attempt;
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
    public Optional<Repetition> retry() {
        return retrying ? Optional.of(Repetition.after(attempt.previous())) : Optional.empty();
    }

    @Override
    public synchronized void settled(Throwable failure, StopReason reason) {
        failures = failures.and(failure, reason);
        if (failure instanceof ErrorResponse named) {
            namedStatus = named.getStatusCode().value();
        }
    }

    @Override
    public @Nullable StopReason whySettled(Throwable failure) {
        return failures.why(failure);
    }

    /** Whether a call in this request ended for good with this failure, or with one of its causes. */
    boolean hasSettled(Throwable failure) {
        return failures.why(failure) != null;
    }

    /** Whether a call in this request ended for good with a failure that names this status of the response. */
    boolean hasSettledWith(int status) {
        return namedStatus == status;
    }

    /** Records a failure that nothing in the application handles. */
    void unhandled(Throwable failure) {
        unhandled = hasSettled(failure);
    }

    /** Whether the request failed with a call that ended for good, and nothing in the application handled that. */
    boolean isUnhandled() {
        return unhandled;
    }

    /** What the caller is told; {@code null} while it is not rejected. */
    @Nullable
    Rejection rejection() {
        return rejection;
    }

    /** Decides what the caller is told. The answer may be rendered more than once, as by an error page. */
    Rejection reject(Rejection decided) {
        rejection = decided;
        return decided;
    }
}
