/** Problems as HTTP responses (RFC 9457). A problem itself needs no web library; the resolver and the handler do. */
@Internal
@NullMarked
package io.backoff.problem;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
