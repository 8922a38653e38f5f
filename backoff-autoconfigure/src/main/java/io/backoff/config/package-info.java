/**
 * The configuration as typed properties: their names, groups, formats, defaults and origins, and the report about an
 * invalid value.
 */
@NullMarked
package io.backoff.config;

import org.jspecify.annotations.NullMarked;
