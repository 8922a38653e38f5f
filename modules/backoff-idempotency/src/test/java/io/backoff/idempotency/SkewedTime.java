package io.backoff.idempotency;

import io.backoff.engine.ForwardedTime;
import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** The clock of an instance, ahead or behind, and as fast as that of others. */
public final class SkewedTime extends ForwardedTime {

    private volatile Duration ahead = Duration.ZERO;

    public SkewedTime(TimeSource right) {
        super(right);
    }

    public SkewedTime ahead(Duration by) {
        ahead = by;
        return this;
    }

    @Override
    public Instant instant() {
        return super.instant().plus(ahead);
    }
}
