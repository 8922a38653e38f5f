/**
 * Where settings come from: files, environment variables, system properties. Keys without a meaning are rejected here.
 */
@Internal
@NullMarked
package io.backoff.config.source;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
