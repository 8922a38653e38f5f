/** Sorts failures of gRPC into groups by their status. */
@Internal
@NullMarked
package io.backoff.grpc;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
