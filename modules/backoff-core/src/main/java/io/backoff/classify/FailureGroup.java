package io.backoff.classify;

import io.backoff.RetryAfter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A group of failures that {@code retry-on} and {@code abort-on} can name. Types of libraries missing from the class
 * path are ignored.
 *
 * @since 0.1.0
 */
public enum FailureGroup {
    /** Failures that a retry may fix: I/O failures, timeouts, and failures of locks and connections. */
    TRANSIENT(
            List.of(
                    "java.io.IOException",
                    "java.util.concurrent.TimeoutException",
                    "kotlinx.coroutines.TimeoutCancellationException",
                    RetryAfter.class.getName(),
                    "java.sql.SQLTransientException",
                    "java.sql.SQLRecoverableException",
                    "io.r2dbc.spi.R2dbcTransientException",
                    "org.springframework.dao.TransientDataAccessException",
                    "org.springframework.dao.RecoverableDataAccessException",
                    "org.springframework.web.client.ResourceAccessException",
                    "org.springframework.web.reactive.function.client.WebClientRequestException",
                    "org.springframework.ai.retry.TransientAiException",
                    "jakarta.persistence.OptimisticLockException",
                    "jakarta.persistence.PessimisticLockException",
                    "jakarta.persistence.LockTimeoutException",
                    "jakarta.persistence.QueryTimeoutException"),
            Set.of(
                    "java.io.FileNotFoundException",
                    "java.io.CharConversionException",
                    "java.net.MalformedURLException")),
    /** Failures that a retry cannot fix: defects, invalid input, missing permission. */
    PERMANENT(
            List.of(
                    "java.lang.NullPointerException",
                    "java.lang.ClassCastException",
                    "java.lang.IllegalArgumentException",
                    "java.lang.IndexOutOfBoundsException",
                    "java.lang.ArithmeticException",
                    "java.lang.UnsupportedOperationException",
                    "java.lang.NegativeArraySizeException",
                    "java.lang.ArrayStoreException",
                    "java.sql.SQLNonTransientException",
                    "io.r2dbc.spi.R2dbcNonTransientException",
                    "org.springframework.dao.NonTransientDataAccessException",
                    "org.springframework.ai.retry.NonTransientAiException",
                    "org.springframework.security.access.AccessDeniedException",
                    "org.springframework.security.core.AuthenticationException",
                    "jakarta.validation.ValidationException",
                    "io.github.resilience4j.circuitbreaker.CallNotPermittedException"),
            Set.of(
                    // Connection and network failures are not permanent, although their superclasses are.
                    "java.nio.channels.UnresolvedAddressException",
                    "java.sql.SQLNonTransientConnectionException",
                    "io.r2dbc.spi.R2dbcNonTransientResourceException",
                    "org.springframework.dao.NonTransientDataAccessResourceException",
                    // Spring uses this type for failures that it cannot translate, so the group of their cause counts.
                    "org.springframework.dao.UncategorizedDataAccessException"));

    private final FailureTypes types;

    FailureGroup(List<String> members, Set<String> excluded) {
        this.types = new FailureTypes(members, excluded);
    }

    /**
     * {@return the group of that name, ignoring case; empty if there is none}
     *
     * @param name the name in the configuration
     */
    public static Optional<FailureGroup> of(String name) {
        return List.of(values()).stream()
                .filter(group -> group.key().equalsIgnoreCase(name))
                .findFirst();
    }

    /** {@return the name in the configuration, for example {@code transient}} */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return the types that this group includes or excludes by name, whether or not they are on the class path} */
    public List<String> namedTypes() {
        return types.named();
    }

    /** Whether the type of the failure itself, without its causes, belongs to this group. */
    boolean includesType(Throwable failure) {
        return types.test(failure) || this == TRANSIENT && failure instanceof RetryAfter;
    }

    /** The types of this group that are on the class path. */
    List<String> types() {
        return types.present();
    }
}
