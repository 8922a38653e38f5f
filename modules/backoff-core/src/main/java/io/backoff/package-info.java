/**
 * The annotations for application code, and the two exceptions with which a callee controls its retries.
 *
 * <p>Everything else lives in sub-packages; {@code CONTRIBUTING.md} lists the allowed imports between them.
 */
@NullMarked
package io.backoff;

import org.jspecify.annotations.NullMarked;
