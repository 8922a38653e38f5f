/** The knowledge of recipes about the libraries from which they migrate. */
@NullMarked
package io.backoff.rewrite.library;

import org.jspecify.annotations.NullMarked;
