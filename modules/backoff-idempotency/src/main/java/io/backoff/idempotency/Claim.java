package io.backoff.idempotency;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The response of a store to a {@link ClaimRequest}. */
public sealed interface Claim {

    /**
     * No outcome is stored, and no other call is granted the operation while the lease lasts.
     *
     * @param fence number of the claim: grows with each takeover; always 1 in stores that know a claim by its owner
     *     alone
     */
    record Granted(long fence) implements Claim {}

    /**
     * Another call carries the operation out, or has done so.
     *
     * @param fingerprint digest of that call's arguments; {@code null} if not known yet
     * @param outcome how the operation ended; {@code null} while it runs
     * @param leaseLeft time until the lease of the running call expires unless renewed; zero if unknown
     */
    record Taken(@Nullable String fingerprint, @Nullable StoredOutcome outcome, Duration leaseLeft) implements Claim {}
}
