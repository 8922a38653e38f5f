/** OpenRewrite recipes that migrate the retries of other libraries to {@code @Backoff}. */
@NullMarked
package io.backoff.rewrite;

import org.jspecify.annotations.NullMarked;
