/** gRPC: sorts failures into groups by their status, and names the metadata that clients and servers exchange. */
@Internal
@NullMarked
package io.backoff.grpc;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
