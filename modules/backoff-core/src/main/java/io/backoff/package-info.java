/**
 * The annotations for application code, the exception that forbids a retry, and the interface of exceptions that delay
 * the next attempt.
 *
 * <p>Everything else lives in sub-packages; {@code CONTRIBUTING.md} lists the allowed imports between them.
 */
@NullMarked
package io.backoff;

import org.jspecify.annotations.NullMarked;
