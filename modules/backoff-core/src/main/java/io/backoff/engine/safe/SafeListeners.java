package io.backoff.engine.safe;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;

/** Combines several listeners into one that never throws. */
public final class SafeListeners implements BackoffListener {

    /** No listeners. */
    public static final SafeListeners NONE = new SafeListeners(List.of());

    private static final Logger logger = System.getLogger(SafeListeners.class.getName());

    /** The warning about a listener that throws. The argument of the message is the class of the listener. */
    public static final LogMessage LISTENER_FAILED = LogMessage.warning("Listener %s failed");

    private final List<BackoffListener> listeners;
    private final LogLimit once = LogLimit.once();

    public SafeListeners(List<? extends BackoffListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Returns these listeners and one more. */
    public SafeListeners and(BackoffListener another) {
        List<BackoffListener> all = new ArrayList<>(listeners);
        all.add(another);
        return new SafeListeners(all);
    }

    /** Whether there are no listeners, so that no decision needs to be described. */
    public boolean isEmpty() {
        return listeners.isEmpty();
    }

    @Override
    public void onDecision(RetryDecision decision) {
        for (BackoffListener listener : listeners) {
            try {
                listener.onDecision(decision);
            } catch (Throwable failure) {
                once.log(this, LISTENER_FAILED.with(listener.getClass().getName()), logger, failure);
            }
        }
    }
}
