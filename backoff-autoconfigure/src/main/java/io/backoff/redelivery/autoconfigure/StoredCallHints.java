package io.backoff.redelivery.autoconfigure;

import io.backoff.classify.RetryCause;
import io.backoff.redelivery.call.StoredCall;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Tells a native image about the table: the scripts that create it, and what lies in it. */
final class StoredCallHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/backoff/redelivery/schema-*.sql");
        // As JSON a stored call is written and read without reflection. This is for schedulers without our serializer.
        hints.reflection()
                .registerJavaSerialization(StoredCall.class)
                .registerJavaSerialization(StoredCall.Attempts.class)
                .registerJavaSerialization(StoredCall.Hold.class)
                .registerJavaSerialization(RetryCause.class)
                .registerJavaSerialization(Instant.class)
                .registerType(TypeReference.of("java.time.Ser"), time -> time.withJavaSerialization(true));
    }
}
