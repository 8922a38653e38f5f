package io.backoff.engine.execution;

import io.backoff.classify.GroupMember;
import io.backoff.engine.RetryDecision;
import org.jspecify.annotations.Nullable;

/** Logs decisions after failures. */
@FunctionalInterface
public interface DecisionLogger {

    /**
     * Logs a decision.
     *
     * @param excluded the failure that a group of {@code abort-on} excludes from retries; otherwise {@code null}
     */
    void log(RetryDecision decision, @Nullable GroupMember excluded);
}
