/**
 * What applications type: the annotations, and the two types with which a callee decides about its own retries.
 *
 * <p>Everything else lives in sub-packages; see {@code CONTRIBUTING.md} for who may import whom.
 */
@NullMarked
package io.backoff;

import org.jspecify.annotations.NullMarked;
