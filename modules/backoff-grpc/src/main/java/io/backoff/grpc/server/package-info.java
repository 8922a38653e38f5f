/**
 * Support for gRPC servers: reads the attempt number of each call, and adds retry advice to the trailers of rejected
 * calls.
 */
@Internal
@NullMarked
package io.backoff.grpc.server;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
