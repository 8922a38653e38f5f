/** Problems as HTTP responses (RFC 9457). Only the resolver and the handler need a web library. */
@Internal
@NullMarked
package io.backoff.problem;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
