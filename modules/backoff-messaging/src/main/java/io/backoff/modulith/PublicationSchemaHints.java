package io.backoff.modulith;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Registers native-image hints for the scripts that create the table of ended publications. */
final class PublicationSchemaHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/backoff/modulith/schema-*.sql");
    }
}
