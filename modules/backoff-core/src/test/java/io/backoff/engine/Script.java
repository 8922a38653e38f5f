package io.backoff.engine;

import io.backoff.engine.execution.Operation;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** What each attempt does: a {@link Throwable} is thrown, anything else returned; the last one repeats. */
public final class Script implements Operation<Object> {

    int attempts;

    private final Object[] steps;
    private Runnable work = () -> {};
    private BooleanSupplier abandoned = () -> false;
    private Fallback<Object> fallback;

    public Script(Object... steps) {
        this.steps = steps;
    }

    /** Each attempt takes some time. */
    Script taking(Duration duration, Calls calls) {
        return doing(() -> calls.time.advance(duration));
    }

    Script doing(Runnable work) {
        this.work = work;
        return this;
    }

    Script abandonedIf(BooleanSupplier condition) {
        this.abandoned = condition;
        return this;
    }

    @Override
    public boolean isAbandoned() {
        return abandoned.getAsBoolean();
    }

    Script orElse(Fallback<Object> fallback) {
        this.fallback = fallback;
        return this;
    }

    @Override
    public Object invoke() throws Throwable {
        var step = steps[Math.min(attempts++, steps.length - 1)];
        work.run();
        if (step instanceof Throwable failure) {
            throw failure;
        }
        return step;
    }

    @Override
    public Fallback<Object> fallback() {
        return fallback;
    }
}
