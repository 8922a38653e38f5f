/**
 * HTTP clients: tells callees which attempt a request is, finds their answers in the exceptions of clients, and keeps
 * clients from retrying by themselves.
 */
@Internal
@NullMarked
package io.backoff.http.client;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
