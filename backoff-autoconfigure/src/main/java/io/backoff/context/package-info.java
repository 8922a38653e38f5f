/** Micrometer's context propagation: what is bound to the thread of a caller goes along to its retries. */
@Internal
@NullMarked
package io.backoff.context;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
