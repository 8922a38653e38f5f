/** Resubmits incomplete event publications of Spring Modulith. */
@Internal
@NullMarked
package io.backoff.modulith;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
