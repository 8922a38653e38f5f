/**
 * The annotations of applications, and the two exceptions with which a callee controls how it is retried.
 *
 * <p>Everything else lives in sub-packages; see {@code CONTRIBUTING.md} for who may import whom.
 */
@NullMarked
package io.backoff;

import org.jspecify.annotations.NullMarked;
