/**
 * Support for gRPC clients: sends the number of previous attempts with each retry, sets the deadline of the enclosing
 * scope on unary calls, reads the trailers of failed calls, and disables the channels' own retries.
 */
@Internal
@NullMarked
package io.backoff.grpc.client;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
