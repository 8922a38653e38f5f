package io.backoff.engine.safe;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;

/**
 * Combines listeners into one that never throws. The first failure of each listener class is logged as a warning, later
 * ones at debug level.
 */
public final class SafeListeners implements BackoffListener {

    /** No listeners. */
    public static final SafeListeners NONE = new SafeListeners(List.of());

    private static final Logger logger = System.getLogger(SafeListeners.class.getName());

    /** The warning about a listener that throws. The argument of the message is the class of the listener. */
    public static final LogMessage LISTENER_FAILED = LogMessage.warning("Listener %s failed");

    private final List<BackoffListener> listeners;
    private final LogLimit once;

    public SafeListeners(List<? extends BackoffListener> listeners) {
        this(listeners, LogLimit.once());
    }

    private SafeListeners(List<? extends BackoffListener> listeners, LogLimit once) {
        this.listeners = List.copyOf(listeners);
        this.once = once;
    }

    /**
     * Returns these listeners and one more. The result shares the limit of warnings with this object: if it had its own
     * limit, a broken listener could cause a warning in every call that adds a listener.
     */
    public SafeListeners and(BackoffListener another) {
        List<BackoffListener> all = new ArrayList<>(listeners);
        all.add(another);
        return new SafeListeners(all, once);
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
                String name = listener.getClass().getName();
                once.log(name, LISTENER_FAILED.with(name), logger, failure);
            }
        }
    }
}
