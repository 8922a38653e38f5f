package io.backoff.test;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A listener that records every decision. As a bean, it records those of all calls; as an argument of a call, those of
 * that call.
 *
 * <pre>{@code
 * RecordingListener decisions = new RecordingListener();
 * operations.call("payments", provider::ping, decisions);
 * assertThat(decisions.decisions()).extracting(RetryDecision::attempt).containsExactly(1, 2);
 * }</pre>
 *
 * @since 0.1.0
 */
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
