/**
 * Problems as HTTP responses (RFC 9457). Only the handler, the resolver and {@code ServletProblems} need a web library.
 */
@Internal
@NullMarked
package io.backoff.problem;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
