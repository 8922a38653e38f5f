package io.backoff.modulith;

import io.backoff.config.NeedsLibrary;
import io.backoff.config.SchemaInitialization;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Event publications of Spring Modulith.
 *
 * @param policy Policy by which incomplete event publications are resubmitted; none are if it is not set.
 * @param pollInterval How often incomplete event publications are looked up.
 * @param staleAfter How long an event publication may be under way before it counts as failed; 0 means no limit.
 * @param initializeSchema When to create the table of publications that have ended. By default, it is created where
 *     Spring Modulith creates its own table.
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
