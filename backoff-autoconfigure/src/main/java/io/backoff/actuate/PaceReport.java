package io.backoff.actuate;

import io.backoff.engine.TimeSource;
import io.backoff.pace.Pace;
import io.backoff.pace.Pacing;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Pace} of a policy whose callee throttles. If calls have keys, the report sums up all paced keys.
 *
 * @param rate current rate, in attempts per second
 * @param waiting number of attempts delayed by the pace
 * @param since time at which pacing began
 * @param throttled number of throttled attempts since then
 */
record PaceReport(double rate, int waiting, String since, long throttled) {

    /** The report about a pace; {@code null} while nothing is paced. */
    static @Nullable PaceReport of(Pace pace, TimeSource time) {
        long now = time.nanoTime();
        Collection<Pacing> lanes = pace.pacing(now).values();
        if (lanes.isEmpty()) {
            return null;
        }
        double rate = lanes.stream().mapToDouble(Pacing::rate).sum();
        long longest =
                lanes.stream().mapToLong(lane -> now - lane.since()).max().orElse(0);
        Instant since = time.instant().minusNanos(longest);
        return new PaceReport(
                Math.round(rate * 10) / 10.0,
                lanes.stream().mapToInt(Pacing::waiting).sum(),
                since.toString(),
                lanes.stream().mapToLong(Pacing::throttled).sum());
    }
}
