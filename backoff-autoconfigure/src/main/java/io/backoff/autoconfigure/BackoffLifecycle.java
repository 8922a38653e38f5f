package io.backoff.autoconfigure;

import io.backoff.engine.Shutdown;
import org.springframework.context.SmartLifecycle;

/**
 * Ends retries when the context stops, in the first phase, so that a graceful shutdown is not delayed by sleeping
 * calls.
 */
final class BackoffLifecycle implements SmartLifecycle {

    private final Shutdown shutdown;
    private volatile boolean running;

    BackoffLifecycle(Shutdown shutdown) {
        this.shutdown = shutdown;
    }

    @Override
    public void start() {
        shutdown.end();
        running = true;
    }

    @Override
    public void stop() {
        shutdown.begin();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }
}
