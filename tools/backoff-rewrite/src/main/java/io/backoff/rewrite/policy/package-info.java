/** The policies written by recipes: fields and names. */
@NullMarked
package io.backoff.rewrite.policy;

import org.jspecify.annotations.NullMarked;
