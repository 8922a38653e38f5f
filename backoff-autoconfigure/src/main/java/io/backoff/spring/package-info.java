/** Adapts named policies to Spring's own types: message listener containers, {@code RetryTemplate}. */
@NullMarked
package io.backoff.spring;

import org.jspecify.annotations.NullMarked;
