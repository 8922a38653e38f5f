/**
 * Support for HTTP clients: sends the attempt number with each request, reads the callee's response from an exception,
 * and disables the retries of the client libraries.
 */
@Internal
@NullMarked
package io.backoff.http.client;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
