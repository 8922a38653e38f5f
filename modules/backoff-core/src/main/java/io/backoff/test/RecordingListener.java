package io.backoff.test;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A listener that records every decision. */
public final class RecordingListener implements BackoffListener {

    private final List<RetryDecision> decisions = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void onDecision(RetryDecision decision) {
        decisions.add(decision);
    }

    /** {@return the decisions so far, oldest first} */
    public List<RetryDecision> decisions() {
        return List.copyOf(decisions);
    }

    /** Forgets the recorded decisions. */
    public void clear() {
        decisions.clear();
    }
}
