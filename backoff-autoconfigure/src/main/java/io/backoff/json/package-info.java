/** JSON, with Jackson: the mapper, and whether a type survives it. */
@NullMarked
package io.backoff.json;

import org.jspecify.annotations.NullMarked;
