/**
 * The configuration as typed properties: names, groups, formats, defaults, origins, and reports about invalid values.
 */
@Internal
@NullMarked
package io.backoff.config;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
