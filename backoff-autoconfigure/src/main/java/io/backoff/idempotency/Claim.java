package io.backoff.idempotency;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a store answers to who wants to carry out an operation. */
public sealed interface Claim {

    /**
     * Nobody has carried the operation out, and nobody else will while the lease lasts.
     *
     * @param fence number of the claim: larger than that of any owner before
     */
    record Granted(long fence) implements Claim {}

    /**
     * Somebody else carries the operation out, or has.
     *
     * @param fingerprint of the arguments of that call; {@code null} when it cannot be known yet
     * @param outcome how it ended; {@code null} while it runs
     * @param leaseLeft while it runs: time until its claim ends unless it is renewed; zero if unknown
     */
    record Taken(@Nullable String fingerprint, @Nullable StoredOutcome outcome, Duration leaseLeft) implements Claim {}
}
