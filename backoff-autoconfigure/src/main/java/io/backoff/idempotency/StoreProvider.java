package io.backoff.idempotency;

import io.backoff.autoconfigure.StoreKind;

/** Opens a store, when it is chosen and there is something to keep. */
public interface StoreProvider {

    /** What to choose it by. */
    StoreKind kind();

    /** Opens it; asked once. */
    OpenStore open();
}
