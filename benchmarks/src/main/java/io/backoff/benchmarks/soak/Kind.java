package io.backoff.benchmarks.soak;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The ways to make a guarded call. */
enum Kind {
    PLAIN("plain", "BlockingCalls.plain", new Beans.Blocking(beans -> beans.blocking()::plain)),
    FALLBACK("fallback", "BlockingCalls.withFallback", new Beans.Blocking(beans -> beans.blocking()::withFallback)),
    RESULT("result", "BlockingCalls.withResult", new Beans.Blocking(beans -> beans.blocking()::withResult)),
    TRANSACTIONAL(
            "transactional", "BlockingCalls.inTransaction", new Beans.Blocking(it -> it.blocking()::inTransaction)),
    OUTER("outer", "BlockingCalls.outer", new Beans.Blocking(beans -> beans.blocking()::outer)),
    /** Called by each attempt of {@link #OUTER}, never by a driver. */
    INNER("inner", "InnerCalls.inner", null),
    FUTURE("future", "LaterCalls.future", new Beans.Future(beans -> beans.later()::future)),
    FUTURE_FALLBACK("future", "LaterCalls.withFallback", new Beans.Future(beans -> beans.later()::withFallback)),
    MONO("mono", "LaterCalls.mono", new Beans.Reactive(beans -> beans.later()::mono)),
    FLUX("flux", "LaterCalls.flux", new Beans.Reactive(beans -> beans.later()::flux)),
    OPERATIONS("operations", "programmatic", new Beans.Blocking(beans -> beans::operation)),
    OPERATIONS_ASYNC("operations-async", "programmatic", new Beans.Future(beans -> beans::operationLater)),
    REACTOR("reactor", "programmatic", new Beans.Reactive(beans -> beans::reactor));

    final String policy;
    final String method;
    final @Nullable Way way;

    Kind(String policy, String method, @Nullable Way way) {
        this.policy = policy;
        this.method = method;
        this.way = way;
    }

    /** Whether attempts end after the method has returned, and have a timeout. */
    boolean isLate() {
        return way != null && !(way instanceof Beans.Blocking);
    }

    boolean hasFallback() {
        return this == FALLBACK || this == FUTURE_FALLBACK;
    }

    /** The name in the report. */
    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** How a driver makes the call. */
    sealed interface Way permits Beans.Blocking, Beans.Future, Beans.Reactive {}
}
