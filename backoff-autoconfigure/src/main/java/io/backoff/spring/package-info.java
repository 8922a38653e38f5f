/** Named policies as the types that Spring's own libraries take: message listener containers, {@code RetryTemplate}. */
@NullMarked
package io.backoff.spring;

import org.jspecify.annotations.NullMarked;
