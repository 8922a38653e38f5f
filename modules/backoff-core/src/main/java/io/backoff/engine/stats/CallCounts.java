package io.backoff.engine.stats;

import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;

/** The counts of the calls of one policy and method: calls by outcome, retries by cause. */
public interface CallCounts {

    /** The name of the policy. */
    String policy();

    /** The name of the method, {@code Class.method}, or {@code programmatic}. */
    String method();

    /** The number of calls that ended with this outcome. */
    long calls(Outcome outcome);

    /** The number of retries that were made for this cause. */
    long retries(RetryCause cause);
}
