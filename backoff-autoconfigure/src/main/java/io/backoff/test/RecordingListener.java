package io.backoff.test;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers every decision. */
public final class RecordingListener implements BackoffListener {

    private final List<RetryDecision> decisions = new CopyOnWriteArrayList<>();

    @Override
    public void onDecision(RetryDecision decision) {
        decisions.add(decision);
    }

    /** The decisions so far, oldest first. */
    public List<RetryDecision> decisions() {
        return List.copyOf(decisions);
    }

    /** Forgets all. */
    public void clear() {
        decisions.clear();
    }
}
