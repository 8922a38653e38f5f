/**
 * HTTP clients: sends the attempt with each request, reads the responses of callees from the exceptions of clients, and
 * keeps clients from retrying by themselves.
 */
@Internal
@NullMarked
package io.backoff.http.client;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
