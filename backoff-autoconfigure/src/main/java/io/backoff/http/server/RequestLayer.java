package io.backoff.http.server;

import io.backoff.engine.Layer;
import io.backoff.engine.Nesting;
import io.backoff.engine.Repetition;
import io.backoff.engine.SettledFailures;
import io.backoff.http.IncomingAttempt;
import io.backoff.policy.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request: the layer around the calls that its handler makes. Used by whichever threads handle the request.
 */
final class RequestLayer implements Layer {

    /** Attribute of the request that holds it. */
    static final String ATTRIBUTE = RequestLayer.class.getName();

    private final IncomingAttempt attempt;
    private final boolean retrying;
    private final SettledFailures failures = new SettledFailures();
    private volatile boolean settled;
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
    public void settled(Throwable failure, StopReason reason) {
        failures.add(failure, reason);
        settled = true;
    }

    @Override
    public @Nullable StopReason whySettled(Throwable failure) {
        return failures.why(failure);
    }

    /** Whether any call in this request has ended for good. */
    boolean hasSettled() {
        return settled;
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
