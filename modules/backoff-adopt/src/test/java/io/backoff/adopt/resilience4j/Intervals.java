package io.backoff.adopt.resilience4j;

import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.core.functions.Either;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An interval of 0 ms between two attempts, and what it was computed from. */
final class Intervals implements IntervalBiFunction<Object> {

    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    @Override
    public Long apply(Integer attempt, Either<Throwable, Object> outcome) {
        asked.add(new Asked(attempt, outcome.isLeft() ? outcome.getLeft() : null, outcome.getOrNull()));
        return 0L;
    }

    List<Asked> asked() {
        return asked;
    }

    void clear() {
        asked.clear();
    }

    /** The attempt that ended before an interval, and its outcome. */
    record Asked(
            int attempt,
            @Nullable Throwable failure,
            @Nullable Object result) {}
}
