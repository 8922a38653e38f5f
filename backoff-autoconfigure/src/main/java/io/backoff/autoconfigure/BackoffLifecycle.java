package io.backoff.autoconfigure;

import io.backoff.engine.Shutdown;
import org.springframework.context.SmartLifecycle;

/** Ends retries in the first phase of a shutdown, so that sleeping calls do not delay it. */
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
