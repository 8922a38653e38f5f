package io.backoff.http.server;

import io.backoff.engine.Layer;
import io.backoff.engine.SettledFailures;
import io.backoff.http.IncomingAttempt;
import io.backoff.policy.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * One request: the layer around the calls that its handler makes. Used by whichever threads handle the request.
 */
final class RequestLayer implements Layer {

    /** Attribute of the request that holds it. */
    static final String ATTRIBUTE = RequestLayer.class.getName();

    private final IncomingAttempt attempt;
    private final SettledFailures failures = new SettledFailures();
    private volatile boolean settled;
    private volatile @Nullable Rejection rejection;

    RequestLayer(IncomingAttempt attempt) {
        this.attempt = attempt;
    }

    IncomingAttempt attempt() {
        return attempt;
    }

    @Override
    public boolean isRetrying() {
        return attempt.isRetry();
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
