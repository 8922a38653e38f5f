package io.backoff.aop;

import io.backoff.engine.safe.SafeKeys;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the calls of one method.
 *
 * @param source determines the keys
 * @param reader converts keys to text
 */
record MethodKeys(KeySource source, SafeKeys reader) {

    /** The key of a call; {@code null} if the call has none. */
    @Nullable
    String of(GuardedCall call) {
        return reader.read(() -> source.of(call.target(), call.guarded().method(), call.arguments()));
    }
}
