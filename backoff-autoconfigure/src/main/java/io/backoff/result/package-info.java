/** The kinds of method results, such as values, futures and publishers: how each begins, completes and is cancelled. */
@Internal
@NullMarked
package io.backoff.result;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
