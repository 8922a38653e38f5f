package io.backoff.idempotency.claim;

import io.backoff.idempotency.IdempotencyStore;
import java.util.function.Supplier;

/** Opens a store, when it is chosen and there is something to keep. */
public interface StoreProvider {

    /** What to choose it by. */
    StoreKind kind();

    /** Opens it; asked once. */
    OpenStore open();

    /** Provides a store that takes no part in transactions. */
    record Simple(StoreKind kind, Supplier<IdempotencyStore> store) implements StoreProvider {

        @Override
        public OpenStore open() {
            return new OpenStore(store.get(), null);
        }
    }
}
