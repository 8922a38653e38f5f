package io.backoff.idempotency;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The response of a store to a {@link ClaimRequest}: granted or taken.
 *
 * @since 0.1.0
 */
public sealed interface Claim {

    /**
     * The claim is granted: there is no stored outcome, and no other call can claim the operation during the lease.
     *
     * @param fence number of the claim, which grows whenever another call takes over the operation; always 1 in stores
     *     that identify a claim by its owner alone
     */
    record Granted(long fence) implements Claim {}

    /**
     * The claim is denied: another call is executing the operation, or has executed it.
     *
     * @param fingerprint digest of the other call's arguments; {@code null} if not yet known
     * @param outcome the outcome of the operation; {@code null} while the operation is in progress
     * @param leaseLeft remaining lease of the call in progress; zero if unknown
     */
    record Taken(@Nullable String fingerprint, @Nullable StoredOutcome outcome, Duration leaseLeft) implements Claim {}
}
