/**
 * Shared support for servers of any protocol: counts incoming attempts of all protocols together, decides whether
 * rejected callers may retry, and provides the scope of a request.
 */
@Internal
@NullMarked
package io.backoff.server;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
