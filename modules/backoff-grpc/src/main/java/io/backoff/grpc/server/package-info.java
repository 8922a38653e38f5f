/**
 * gRPC servers: reads the attempt of each call, and says in the trailers of a rejected one whether a retry is welcome.
 */
@Internal
@NullMarked
package io.backoff.grpc.server;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
