/** What the recipes need to know about the libraries from which they migrate. */
@NullMarked
package io.backoff.rewrite.library;

import org.jspecify.annotations.NullMarked;
