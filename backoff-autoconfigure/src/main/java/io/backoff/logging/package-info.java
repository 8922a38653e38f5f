/** The logger of everything that is not plain Java: lines go where those of Spring go. */
@Internal
@NullMarked
package io.backoff.logging;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
