/** Adapts named policies to Spring's own types, for message listener containers and {@code RetryTemplate}. */
@NullMarked
package io.backoff.spring;

import org.jspecify.annotations.NullMarked;
