/**
 * Where settings come from: files, environment variables, system properties. Keys without a meaning are rejected here.
 */
@NullMarked
package io.backoff.config.source;

import org.jspecify.annotations.NullMarked;
