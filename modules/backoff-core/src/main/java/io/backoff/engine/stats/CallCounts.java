package io.backoff.engine.stats;

import io.backoff.classify.RetryCause;
import io.backoff.policy.Outcome;

/** How the calls of one policy and method ended so far, and what their retries were made for. */
public interface CallCounts {

    /** Name of the policy. */
    String policy();

    /** {@code Class.method}, or {@code programmatic}. */
    String method();

    /** How many calls ended with this outcome. */
    long calls(Outcome outcome);

    /** How many retries were made for this cause. */
    long retries(RetryCause cause);
}
