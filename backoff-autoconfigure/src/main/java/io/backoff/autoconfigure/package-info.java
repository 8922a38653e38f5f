/** Auto-configures the core: guards annotated beans, and provides the policies and the programmatic API. */
@Internal
@NullMarked
package io.backoff.autoconfigure;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
