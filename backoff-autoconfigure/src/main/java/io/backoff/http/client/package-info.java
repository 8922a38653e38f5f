/**
 * HTTP clients: tells callees which attempt a request is, finds their answers in the exceptions of clients, and keeps
 * clients from retrying by themselves.
 */
@NullMarked
package io.backoff.http.client;

import org.jspecify.annotations.NullMarked;
