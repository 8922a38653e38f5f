package io.backoff.idempotency;

import java.time.Duration;

/** Grants every claim, and keeps nothing. */
public class GrantingStore implements IdempotencyStore {

    @Override
    public String name() {
        return "granting";
    }

    @Override
    public boolean blocks() {
        return false;
    }

    @Override
    public Claim claim(ClaimRequest request) {
        return new Claim.Granted(1);
    }

    @Override
    public boolean renew(ClaimToken token, Duration lease) {
        return true;
    }

    @Override
    public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
        return true;
    }

    @Override
    public boolean release(ClaimToken token) {
        return true;
    }
}
