package io.backoff.idempotency.autoconfigure;

import io.backoff.config.InvalidPropertyException;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.claim.OpenStore;
import io.backoff.idempotency.claim.StoreKind;
import io.backoff.idempotency.claim.StoreProvider;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;

/**
 * Chooses the idempotency store, and logs the choice. A store that the application defines as a bean takes precedence.
 */
final class StoreChoice {

    private static final Logger logger = SpringLogger.of(StoreChoice.class);

    private static final LogMessage OWN_STORE =
            LogMessage.info("Idempotency keys are kept in the application's own store '%s'");
    private static final LogMessage STORE = LogMessage.info("Idempotency keys are kept in store '%s' (%s: %s)");
    private static final LogMessage STORE_IN_MEMORY =
            LogMessage.info("Idempotency keys are kept in store '%s' (%s: %s); other instances do not see them, "
                    + "and a restart loses them");

    private static final List<StoreKind> BEST_FIRST = List.of(StoreKind.REDIS, StoreKind.JDBC, StoreKind.MEMORY);
    private static final String PROPERTY = "backoff.idempotency.store";

    private final ObjectProvider<IdempotencyStore> own;
    private final ObjectProvider<StoreProvider> providers;
    private final StoreKind wanted;
    private final Environment environment;

    StoreChoice(
            ObjectProvider<IdempotencyStore> own,
            ObjectProvider<StoreProvider> providers,
            StoreKind wanted,
            Environment environment) {
        this.own = own;
        this.providers = providers;
        this.wanted = wanted;
        this.environment = environment;
    }

    /**
     * Opens the chosen store; returns {@code null} if no store is available.
     *
     * @throws InvalidPropertyException if the configured store is not available
     */
    @Nullable
    OpenStore open() {
        IdempotencyStore ofApplication = own.getIfAvailable();
        if (ofApplication != null) {
            OWN_STORE.with(ofApplication.name()).log(logger);
            return new OpenStore(ofApplication, null);
        }
        StoreProvider chosen = choose();
        return chosen == null ? null : open(chosen);
    }

    private OpenStore open(StoreProvider chosen) {
        LogMessage message = chosen.kind() == StoreKind.MEMORY ? STORE_IN_MEMORY : STORE;
        message.with(text(chosen.kind()), PROPERTY, text(wanted)).log(logger);
        return chosen.open();
    }

    private @Nullable StoreProvider choose() {
        return wanted == StoreKind.AUTO ? best() : configured();
    }

    private StoreProvider configured() {
        StoreProvider found = find(wanted);
        if (found == null) {
            throw InvalidPropertyException.of(
                    environment, PROPERTY, text(wanted), "this store is not available", remedy(wanted));
        }
        return found;
    }

    private @Nullable StoreProvider best() {
        for (StoreKind kind : BEST_FIRST) {
            StoreProvider found = find(kind);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable StoreProvider find(StoreKind kind) {
        return providers.stream()
                .filter(provider -> provider.kind() == kind)
                .findFirst()
                .orElse(null);
    }

    private static String remedy(StoreKind kind) {
        return switch (kind) {
            case REDIS -> "Add spring-boot-starter-data-redis, and configure its connection.";
            case JDBC -> "Add spring-boot-starter-jdbc, and configure one DataSource.";
            default -> "Add com.github.ben-manes.caffeine:caffeine.";
        };
    }

    private static String text(StoreKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
