package io.backoff.redelivery.autoconfigure;

import io.backoff.classify.RetryCause;
import io.backoff.redelivery.call.StoredCall;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Registers native-image hints for the table: the scripts that create it, and the serialized types. */
final class StoredCallHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/backoff/redelivery/schema-*.sql");
        // Only schedulers that are built without our serializer need these hints: our serializer writes JSON without
        // reflection.
        hints.reflection()
                .registerJavaSerialization(StoredCall.class)
                .registerJavaSerialization(StoredCall.Attempts.class)
                .registerJavaSerialization(StoredCall.Parking.class)
                .registerJavaSerialization(RetryCause.class)
                .registerJavaSerialization(Instant.class)
                .registerType(TypeReference.of("java.time.Ser"), time -> time.withJavaSerialization(true));
    }
}
