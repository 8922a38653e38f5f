package io.backoff.modulith;

import io.backoff.config.NeedsLibrary;
import io.backoff.config.SchemaInitialization;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The resubmission of Spring Modulith's event publications.
 *
 * @param policy Policy for resubmitting incomplete event publications; if unset, none are resubmitted.
 * @param pollInterval Time between two searches for incomplete event publications.
 * @param staleAfter Processing time after which an event publication counts as failed; 0 for no limit.
 * @param initializeSchema When to create the table of ended publications; by default, along with Spring Modulith's own.
 */
@ConfigurationProperties("backoff.modulith")
record ModulithProperties(
        @NeedsLibrary(
                type = "org.springframework.modulith.events.FailedEventPublications",
                dependency = "spring-modulith-starter-jdbc")
        @Nullable
        String policy,

        @DefaultValue("5s") Duration pollInterval,
        @DefaultValue("1h") Duration staleAfter,
        @Nullable SchemaInitialization initializeSchema) {}
