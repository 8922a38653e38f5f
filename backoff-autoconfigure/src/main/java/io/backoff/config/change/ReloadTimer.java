package io.backoff.config.change;

import io.backoff.engine.TimeSource;
import io.backoff.engine.time.Repeater;
import io.backoff.method.LazyBean;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Looks at the configuration again and again, an interval after it has last looked. */
final class ReloadTimer implements SmartInitializingSingleton, DisposableBean {

    private final LazyBean<SettingsReload> reload;
    private final Duration interval;
    private final Repeater repeater;

    /**
     * Without effect yet.
     *
     * @param reload asked at startup, and only if it is to look at all
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
            // Asked for now: while the context closes, no bean is created any more.
            reload.get();
            repeater.start(interval);
        }
    }

    /** Waits for a look that is under way: what it would say of files that go with the application helps nobody. */
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
