package io.backoff.testkit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.function.ToDoubleFunction;

/** A broken meter registry: fails to register meters, or registers meters that fail. */
public final class FailingRegistry extends SimpleMeterRegistry {

    private final boolean atOnce;

    public FailingRegistry(boolean atOnce) {
        this.atOnce = atOnce;
    }

    @Override
    protected Counter newCounter(Meter.Id id) {
        return failing(Counter.class, id);
    }

    @Override
    protected DistributionSummary newDistributionSummary(
            Meter.Id id, DistributionStatisticConfig config, double scale) {
        return failing(DistributionSummary.class, id);
    }

    @Override
    protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauses) {
        return failing(Timer.class, id);
    }

    @Override
    protected <T> Gauge newGauge(Meter.Id id, T state, ToDoubleFunction<T> value) {
        return failing(Gauge.class, id);
    }

    @Override
    protected <T> FunctionCounter newFunctionCounter(Meter.Id id, T state, ToDoubleFunction<T> value) {
        return failing(FunctionCounter.class, id);
    }

    private <M extends Meter> M failing(Class<M> type, Meter.Id id) {
        if (atOnce) {
            throw new IllegalStateException("refuses " + id.getName());
        }
        Object meter = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            switch (method.getName()) {
                case "getId":
                    return id;
                case "hashCode":
                    return id.hashCode();
                case "equals":
                    return proxy == args[0];
                case "close":
                    return null;
                default:
                    throw new IllegalStateException(id.getName() + " is broken");
            }
        });
        return type.cast(meter);
    }
}
