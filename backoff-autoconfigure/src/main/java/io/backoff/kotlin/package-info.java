/** Support for Kotlin's suspend functions, which Spring's proxies call as a {@code Mono}. */
@Internal
@NullMarked
package io.backoff.kotlin;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
