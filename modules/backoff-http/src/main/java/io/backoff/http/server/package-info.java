/**
 * HTTP servers: reads the attempt of each request, and says in the response to a rejected one whether a retry is welcome.
 */
@Internal
@NullMarked
package io.backoff.http.server;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
