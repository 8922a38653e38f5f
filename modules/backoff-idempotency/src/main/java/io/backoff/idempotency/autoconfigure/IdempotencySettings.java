package io.backoff.idempotency.autoconfigure;

import io.backoff.config.InvalidPropertyException;
import io.backoff.idempotency.claim.IdempotencyService;
import io.backoff.text.DurationText;
import java.time.Duration;
import org.springframework.core.env.Environment;

/** Converts {@code backoff.idempotency.*} to limits, and rejects invalid values. */
final class IdempotencySettings {

    private static final String PREFIX = "backoff.idempotency.";
    private static final Duration SHORTEST = Duration.ofMillis(1);
    // Longer times would overflow in stores.
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final IdempotencyProperties written;
    private final Environment environment;

    IdempotencySettings(IdempotencyProperties written, Environment environment) {
        this.written = written;
        this.environment = environment;
    }

    IdempotencyService.KeyLimits limits() {
        Duration ttl = positive("ttl", written.ttl(), "24h");
        Duration lease = positive("lease", written.lease(), "30s");
        checkNotLonger(lease, ttl);
        return new IdempotencyService.KeyLimits(lease, ttl, maxResultSize());
    }

    private void checkNotLonger(Duration lease, Duration ttl) {
        if (lease.compareTo(ttl) > 0) {
            throw invalid(
                    "lease",
                    lease,
                    "it must not be longer than 'ttl' (" + DurationText.of(ttl) + ")",
                    "Shorten the lease: it is renewed, so it only has to outlast pauses of the process.");
        }
    }

    private long maxResultSize() {
        long size = written.maxResultSize().toBytes();
        if (size < 0) {
            throw invalid("max-result-size", written.maxResultSize(), "it must be at least 0", "Use 64KB, or 0.");
        }
        return size;
    }

    private Duration positive(String name, Duration value, String example) {
        if (value.compareTo(SHORTEST) < 0) {
            throw invalid(name, value, "it must be at least 1ms", "Use a time such as " + example + ".");
        }
        if (value.compareTo(LONGEST) > 0) {
            throw invalid(
                    name,
                    value,
                    "it is longer than the maximum of 292 years",
                    "Use a shorter time, such as " + example + ".");
        }
        return value;
    }

    private InvalidPropertyException invalid(String name, Object value, String reason, String remedy) {
        return InvalidPropertyException.of(environment, PREFIX + name, value, reason, remedy);
    }
}
