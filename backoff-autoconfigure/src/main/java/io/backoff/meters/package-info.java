/** The meters of one application context, for the packages that register some. Loaded only where Micrometer is. */
@Internal
@NullMarked
package io.backoff.meters;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
