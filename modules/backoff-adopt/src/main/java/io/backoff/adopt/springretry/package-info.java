/** The retries of spring-retry: {@code org.springframework.retry.annotation.Retryable}. */
@Internal
@NullMarked
package io.backoff.adopt.springretry;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
