/**
 * Clients of gRPC: sends the attempt with each call, cuts calls at the end of their scope, reads the trailers of failed
 * calls, and keeps channels from retrying by themselves.
 */
@Internal
@NullMarked
package io.backoff.grpc.client;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
