/** Auto-configures the core: guards annotated beans, and offers the policies and the API for code. */
@Internal
@NullMarked
package io.backoff.autoconfigure;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
