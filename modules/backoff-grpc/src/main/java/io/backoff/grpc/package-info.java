/** gRPC: classifies failures by their status, and defines the metadata keys of clients and servers. */
@Internal
@NullMarked
package io.backoff.grpc;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
