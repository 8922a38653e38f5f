/** The retries of Resilience4j: {@code io.github.resilience4j.retry.annotation.Retry}. */
@Internal
@NullMarked
package io.backoff.adopt.resilience4j;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
