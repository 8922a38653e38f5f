/** Policies that recipes write: their fields and their names. */
@NullMarked
package io.backoff.rewrite.policy;

import org.jspecify.annotations.NullMarked;
