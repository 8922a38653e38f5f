/** The names and fields of the policies that recipes write. */
@NullMarked
package io.backoff.rewrite.policy;

import org.jspecify.annotations.NullMarked;
