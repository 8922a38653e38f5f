/** Settings shared by HTTP and gRPC clients. */
@Internal
@NullMarked
package io.backoff.client;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
