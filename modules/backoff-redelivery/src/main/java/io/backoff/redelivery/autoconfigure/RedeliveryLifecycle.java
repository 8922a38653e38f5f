package io.backoff.redelivery.autoconfigure;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Pauses the scheduler when the context stops, because later attempts might need beans that are already destroyed.
 * Attempts in progress may finish within {@code db-scheduler.shutdown-max-wait}.
 */
public final class RedeliveryLifecycle implements SmartLifecycle {

    private final Supplier<@Nullable Scheduler> scheduler;
    private boolean paused;
    private volatile boolean running;

    RedeliveryLifecycle(Supplier<@Nullable Scheduler> scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public void start() {
        Scheduler known = scheduler.get();
        if (paused && known != null) {
            known.resume();
            paused = false;
        }
        running = true;
    }

    @Override
    public void stop() {
        Scheduler known = scheduler.get();
        if (known != null && !known.getSchedulerState().isPaused()) {
            known.pause();
            paused = true;
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
