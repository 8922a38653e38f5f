/** Kotlin's suspend functions, which Spring's proxies call as a {@code Mono}. */
@NullMarked
package io.backoff.kotlin;

import org.jspecify.annotations.NullMarked;
