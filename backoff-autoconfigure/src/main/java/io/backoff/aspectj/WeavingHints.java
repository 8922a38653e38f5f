package io.backoff.aspectj;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Registers the native-image hints for the AspectJ fields that {@link Continuation} reads in woven calls. */
final class WeavingHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerTypeIfPresent(
                        classLoader, Continuation.Stack.IMPLEMENTATION, MemberCategory.ACCESS_DECLARED_FIELDS);
    }
}
