/** Micrometer's context propagation: what is bound to the thread of a caller goes along to its retries. */
@NullMarked
package io.backoff.context;

import org.jspecify.annotations.NullMarked;
