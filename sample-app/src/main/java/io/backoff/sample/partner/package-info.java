/** A company that wants to know of every order, once. Part of the sample so that it needs nothing else to run. */
@NullMarked
package io.backoff.sample.partner;

import org.jspecify.annotations.NullMarked;
