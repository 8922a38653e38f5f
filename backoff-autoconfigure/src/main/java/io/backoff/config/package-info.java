/**
 * The configuration as typed properties: their names, groups, formats, defaults and origins, and the report about an
 * invalid value.
 */
@Internal
@NullMarked
package io.backoff.config;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
