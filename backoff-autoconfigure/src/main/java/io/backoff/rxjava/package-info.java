/** Results of RxJava. */
@Internal
@NullMarked
package io.backoff.rxjava;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
