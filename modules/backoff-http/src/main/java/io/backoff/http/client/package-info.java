/**
 * Support for HTTP clients: sends the attempt with each request, reads callees' responses from exceptions, and disables
 * the clients' own retries.
 */
@Internal
@NullMarked
package io.backoff.http.client;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
