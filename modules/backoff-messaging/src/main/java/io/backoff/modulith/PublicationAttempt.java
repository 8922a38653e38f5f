package io.backoff.modulith;

import io.backoff.engine.execution.DurableExecution;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that a listener makes.
 *
 * @param key the key of its publication; {@code null} for the first attempt, whose publication is not known
 * @param began when it was submitted
 */
record PublicationAttempt(@Nullable Object key, DurableExecution execution, Instant began) {}
