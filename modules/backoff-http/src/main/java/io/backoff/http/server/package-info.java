/** Support for HTTP servers: reads the attempt number of each request, and adds retry advice to rejections. */
@Internal
@NullMarked
package io.backoff.http.server;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
