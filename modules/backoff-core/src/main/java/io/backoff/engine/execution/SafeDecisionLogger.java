package io.backoff.engine.execution;

import io.backoff.engine.RetryDecision;
import io.backoff.engine.decision.NextStep;
import io.backoff.engine.safe.SafeListeners;
import io.backoff.message.LogLimit;
import io.backoff.policy.BackoffPolicy;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/** A decision logger that never throws. */
final class SafeDecisionLogger implements DecisionLogger {

    private static final Logger logger = System.getLogger(SafeDecisionLogger.class.getName());

    private final DecisionLogger delegate;
    private final LogLimit once = LogLimit.once();

    private SafeDecisionLogger(DecisionLogger delegate) {
        this.delegate = delegate;
    }

    static DecisionLogger of(DecisionLogger delegate) {
        return delegate instanceof SafeDecisionLogger ? delegate : new SafeDecisionLogger(delegate);
    }

    @Override
    public void log(
            RetryDecision decision,
            NextStep step,
            BackoffPolicy policy,
            boolean inTransaction,
            @Nullable String place) {
        try {
            delegate.log(decision, step, policy, inTransaction, place);
        } catch (Throwable failure) {
            once.log(
                    this, SafeListeners.LISTENER_FAILED.with(delegate.getClass().getName()), logger, failure);
        }
    }
}
