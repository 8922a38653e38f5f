package io.backoff.idempotency.jdbc;

import com.zaxxer.hikari.HikariConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Registers native-image hints for the settings of a pool, which are copied field by field. */
final class LeasePoolHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection().registerType(HikariConfig.class, MemberCategory.ACCESS_DECLARED_FIELDS);
    }
}
