/** The settings that clients of HTTP and of gRPC share. */
@Internal
@NullMarked
package io.backoff.client;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
