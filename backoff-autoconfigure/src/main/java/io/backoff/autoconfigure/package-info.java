/** Auto-configures the core: guards annotated beans, and offers the policies and the API for code. */
@NullMarked
package io.backoff.autoconfigure;

import org.jspecify.annotations.NullMarked;
