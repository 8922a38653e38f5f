/**
 * The meters of one application context, shared by all packages that register meters. Loaded only if Micrometer is
 * present.
 */
@Internal
@NullMarked
package io.backoff.meters;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
