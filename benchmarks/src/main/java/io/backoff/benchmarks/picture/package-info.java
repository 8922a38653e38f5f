/** Pictures of results for the guide. */
@NullMarked
package io.backoff.benchmarks.picture;

import org.jspecify.annotations.NullMarked;
