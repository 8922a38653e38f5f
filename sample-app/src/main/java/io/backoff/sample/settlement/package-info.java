/** The job that settles charges in bulk, at the pace that the provider allows. */
@NullMarked
package io.backoff.sample.settlement;

import org.jspecify.annotations.NullMarked;
