/** What a recipe has to know of the library that it migrates from. */
@NullMarked
package io.backoff.rewrite.library;

import org.jspecify.annotations.NullMarked;
