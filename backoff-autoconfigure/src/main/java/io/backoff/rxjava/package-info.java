/** Retries methods that return RxJava types. */
@Internal
@NullMarked
package io.backoff.rxjava;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
