/** Values of the application as JSON, with Jackson. */
@NullMarked
package io.backoff.json;

import org.jspecify.annotations.NullMarked;
