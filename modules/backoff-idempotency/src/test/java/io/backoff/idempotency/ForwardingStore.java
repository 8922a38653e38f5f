package io.backoff.idempotency;

import java.time.Duration;

/** Forwards all calls to another store. */
public class ForwardingStore implements IdempotencyStore {

    private final IdempotencyStore store;

    protected ForwardingStore(IdempotencyStore store) {
        this.store = store;
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public boolean blocks() {
        return store.blocks();
    }

    @Override
    public boolean joinsTransaction() {
        return store.joinsTransaction();
    }

    @Override
    public Claim claim(ClaimRequest request) {
        return store.claim(request);
    }

    @Override
    public boolean renew(ClaimToken token, Duration lease) {
        return store.renew(token, lease);
    }

    @Override
    public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
        return store.complete(token, outcome, ttl);
    }

    @Override
    public boolean release(ClaimToken token) {
        return store.release(token);
    }
}
