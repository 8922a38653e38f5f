package io.backoff.idempotency.claim;

import io.backoff.idempotency.IdempotencyStore;
import java.util.function.Supplier;

/** Opens a store, once it is chosen and there is a method that needs it. */
public interface StoreProvider {

    /** Returns the kind by which this store is chosen. */
    StoreKind kind();

    /** Opens the store; called once. */
    OpenStore open();

    /** Provides a store that takes no part in transactions. */
    record Simple(StoreKind kind, Supplier<IdempotencyStore> store) implements StoreProvider {

        @Override
        public OpenStore open() {
            return new OpenStore(store.get(), null);
        }
    }
}
