/** The meters of one application context, for the packages that register some. Loaded only where Micrometer is. */
@NullMarked
package io.backoff.meters;

import org.jspecify.annotations.NullMarked;
