package io.backoff.idempotency.claim;

import io.backoff.idempotency.IdempotencyStore;
import java.util.function.Supplier;

/** Opens a store when it has been chosen and a method needs it. */
public interface StoreProvider {

    /** Returns the kind of this store. */
    StoreKind kind();

    /** Opens the store; called once. */
    OpenStore open();

    /** Provides a store that does not join transactions. */
    record Simple(StoreKind kind, Supplier<IdempotencyStore> store) implements StoreProvider {

        @Override
        public OpenStore open() {
            return new OpenStore(store.get(), null);
        }
    }
}
