package io.backoff.architecture.privates;

import java.lang.invoke.MethodHandles;

class LooksInside {

    MethodHandles.Lookup inside(Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }
}
