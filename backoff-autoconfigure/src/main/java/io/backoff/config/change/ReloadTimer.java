package io.backoff.config.change;

import io.backoff.engine.TimeSource;
import io.backoff.engine.time.Repeater;
import io.backoff.method.LazyBean;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Reloads the configuration at intervals. */
final class ReloadTimer implements SmartInitializingSingleton, DisposableBean {

    private final LazyBean<SettingsReload> reload;
    private final Duration interval;
    private final Repeater repeater;

    /**
     * Creates a stopped timer.
     *
     * @param reload looked up at startup, and only if the interval is not 0
     * @param interval 0 for never
     */
    ReloadTimer(Supplier<SettingsReload> reload, TimeSource time, Duration interval) {
        this.reload = new LazyBean<>(reload);
        this.interval = interval;
        this.repeater = Repeater.every(interval, this::look, Repeater.Schedule.inBackground(time, Runnable::run));
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!interval.isZero()) {
            // Looked up now, because no bean can be created while the context closes.
            reload.get();
            repeater.start(interval);
        }
    }

    /**
     * Waits for a reload in progress and prevents later ones, which would warn about files that disappear during
     * shutdown.
     */
    @Override
    public synchronized void destroy() {
        repeater.close();
    }

    private synchronized void look() {
        if (!repeater.isClosed()) {
            reload.get().now(ChangeSource.RELOAD);
        }
    }
}
