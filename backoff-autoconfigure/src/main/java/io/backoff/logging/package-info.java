/** The logger of everything that is not plain Java, and the report at startup: lines go where those of Spring go. */
@Internal
@NullMarked
package io.backoff.logging;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
