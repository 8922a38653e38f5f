/** Support for gRPC: groups failures by status, and defines the metadata keys of clients and servers. */
@Internal
@NullMarked
package io.backoff.grpc;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
