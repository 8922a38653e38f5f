/** The retries of Spring Framework: {@code org.springframework.resilience.annotation.Retryable}. */
@Internal
@NullMarked
package io.backoff.adopt.framework;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
