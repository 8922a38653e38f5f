package io.backoff.autoconfigure;

import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Looks at the configuration again and again, an interval after it has last looked. */
final class ReloadTimer implements SmartInitializingSingleton, DisposableBean {

    private final Supplier<SettingsReload> reload;
    private final TimeSource time;
    private final Duration interval;
    private TimeSource.@Nullable Scheduled next;
    private boolean closed;

    /**
     * Without effect yet.
     *
     * @param reload asked at startup, and only if it is to look at all
     * @param interval 0 for never
     */
    ReloadTimer(Supplier<SettingsReload> reload, TimeSource time, Duration interval) {
        this.reload = reload;
        this.time = time;
        this.interval = interval;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!interval.isZero()) {
            schedule(reload.get());
        }
    }

    /** Waits for a look that is under way: what it would say of files that go with the application helps nobody. */
    @Override
    public synchronized void destroy() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
    }

    // As a timeout, which unlike a delay nobody waits for: fake time would hurry from one to the next without end.
    private synchronized void schedule(SettingsReload looking) {
        next = time.timeout(() -> run(looking), interval);
    }

    private synchronized void run(SettingsReload looking) {
        if (closed) {
            return;
        }
        try {
            looking.now(ChangeSource.RELOAD);
        } finally {
            schedule(looking);
        }
    }
}
