package io.backoff.modulith;

import io.backoff.engine.execution.DurableExecution;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of a listener to process an event.
 *
 * @param key the key of its publication; {@code null} for a first attempt, whose publication is unknown
 * @param began time of submission
 */
record PublicationAttempt(@Nullable Object key, DurableExecution execution, Instant began) {}
