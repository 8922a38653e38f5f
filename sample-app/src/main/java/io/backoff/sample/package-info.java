/** A shop that charges its orders through a payment provider which fails on demand. */
@NullMarked
package io.backoff.sample;

import org.jspecify.annotations.NullMarked;
