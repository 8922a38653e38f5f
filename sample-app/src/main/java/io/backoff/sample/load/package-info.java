/** Customers for the shop, as many as the visitor of the dashboard wants. */
@NullMarked
package io.backoff.sample.load;

import org.jspecify.annotations.NullMarked;
