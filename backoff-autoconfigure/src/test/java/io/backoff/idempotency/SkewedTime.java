package io.backoff.idempotency;

import io.backoff.engine.ForwardedTime;
import io.backoff.engine.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** The clock of an instance that is ahead or behind; it runs as fast as another one. */
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
