package io.backoff.redelivery.delivery;

/**
 * The attempts of stored calls that are under way. While the application stops, no attempt begins. The shutdown waits
 * for attempts under way, because they need beans that stop later, such as the connections to Redis.
 */
public final class AttemptsUnderWay {

    private int count;
    private boolean stopped;
    private Runnable whenNone = () -> {};

    /** Records the beginning of an attempt; returns {@code false} if it must not begin. */
    synchronized boolean begin() {
        if (!stopped) {
            count++;
        }
        return !stopped;
    }

    /** Records the end of an attempt. */
    void end() {
        Runnable callback;
        synchronized (this) {
            count--;
            callback = takeCallback();
        }
        callback.run();
    }

    /** Lets attempts begin again. */
    public synchronized void start() {
        stopped = false;
    }

    /**
     * Lets no more attempts begin.
     *
     * @param ended runs as soon as no attempt is under way, perhaps immediately; if this method is called again before
     *     then, both callbacks run
     */
    public void stop(Runnable ended) {
        Runnable callback;
        synchronized (this) {
            stopped = true;
            Runnable earlier = whenNone;
            whenNone = () -> {
                earlier.run();
                ended.run();
            };
            callback = takeCallback();
        }
        callback.run();
    }

    private Runnable takeCallback() {
        if (count > 0) {
            return () -> {};
        }
        Runnable taken = whenNone;
        whenNone = () -> {};
        return taken;
    }
}
