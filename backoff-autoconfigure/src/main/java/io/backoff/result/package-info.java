/** The kinds of results of methods, such as values, futures and publishers: how each begins, arrives and is cancelled. */
@Internal
@NullMarked
package io.backoff.result;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
