package io.backoff.redelivery.autoconfigure;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.backoff.redelivery.delivery.AttemptsUnderWay;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Pauses the scheduler when the context stops, because later attempts might need beans that are already destroyed.
 * Stopping waits for attempts under way, but no longer than {@code spring.lifecycle.timeout-per-shutdown-phase}. After
 * this time they may still finish within {@code db-scheduler.shutdown-max-wait}, but without beans that have stopped
 * meanwhile.
 */
public final class RedeliveryLifecycle implements SmartLifecycle {

    // The shutdown phase in which Spring Boot's web server waits until its requests have ended. This class waits in the
    // same phase, so that both waits overlap.
    private static final int PHASE = DEFAULT_PHASE - 1024;

    private final Supplier<@Nullable Scheduler> scheduler;
    private final AttemptsUnderWay attempts;
    private boolean paused;
    private volatile boolean running;

    RedeliveryLifecycle(Supplier<@Nullable Scheduler> scheduler, AttemptsUnderWay attempts) {
        this.scheduler = scheduler;
        this.attempts = attempts;
    }

    @Override
    public void start() {
        attempts.start();
        Scheduler known = scheduler.get();
        if (paused && known != null) {
            known.resume();
            paused = false;
        }
        running = true;
    }

    @Override
    public void stop(Runnable callback) {
        Scheduler known = scheduler.get();
        if (known != null && !known.getSchedulerState().isPaused()) {
            known.pause();
            paused = true;
        }
        running = false;
        attempts.stop(callback);
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
