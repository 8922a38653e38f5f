/** The shop: what an application with {@code @Backoff} looks like. */
@NullMarked
package io.backoff.sample.shop;

import org.jspecify.annotations.NullMarked;
