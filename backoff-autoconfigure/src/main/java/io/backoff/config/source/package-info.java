/** The sources of settings: files, environment variables, system properties. Rejects unknown keys. */
@Internal
@NullMarked
package io.backoff.config.source;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
