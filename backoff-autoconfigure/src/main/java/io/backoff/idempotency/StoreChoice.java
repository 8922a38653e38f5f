package io.backoff.idempotency;

import io.backoff.autoconfigure.InvalidPropertyException;
import java.util.List;
import java.util.Locale;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;

/** Picks the store, and says which. A bean of the application comes first. */
final class StoreChoice {

    private static final Log logger = LogFactory.getLog(StoreChoice.class);
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
     * Opens the store; {@code null} when there is none to choose from.
     *
     * @throws InvalidPropertyException if the one that is asked for is not there
     */
    @Nullable
    OpenStore open() {
        IdempotencyStore ofApplication = own.getIfAvailable();
        if (ofApplication != null) {
            logger.info("Idempotency keys are kept in the application's own store '" + ofApplication.name() + "'");
            return new OpenStore(ofApplication, null);
        }
        StoreProvider chosen = choose();
        if (chosen == null) {
            return null;
        }
        String kind = text(chosen.kind());
        logger.info("Idempotency keys are kept in store '" + kind + "' (" + PROPERTY + ": " + text(wanted) + ")"
                + (chosen.kind() == StoreKind.MEMORY ? "; other instances and a restart know nothing of them" : ""));
        return chosen.open();
    }

    private @Nullable StoreProvider choose() {
        if (wanted != StoreKind.AUTO) {
            StoreProvider asked = find(wanted);
            if (asked == null) {
                throw InvalidPropertyException.of(
                        environment, PROPERTY, text(wanted), "there is no such store", remedy(wanted));
            }
            return asked;
        }
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
                .filter(each -> each.kind() == kind)
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
