package io.backoff.test;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A listener that records every decision. A listener that is a bean records the decisions of all calls; one that is
 * passed to a call records the decisions of that call.
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

    /** Creates a listener without any decisions. */
    public RecordingListener() {}

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
