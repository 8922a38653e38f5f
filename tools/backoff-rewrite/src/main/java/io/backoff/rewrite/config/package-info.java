/** Reads and writes the configuration files of an application. */
@NullMarked
package io.backoff.rewrite.config;

import org.jspecify.annotations.NullMarked;
