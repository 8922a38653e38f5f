/**
 * Support for gRPC clients: sends the attempt number with each call, sets the deadline of the enclosing scope on it,
 * reads the trailers of failed calls, and disables the channels' own retries.
 */
@Internal
@NullMarked
package io.backoff.grpc.client;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
