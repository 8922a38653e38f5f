/**
 * A partner company that receives every order at least once, and books it once. Part of the sample so that it needs
 * nothing else to run.
 */
@NullMarked
package io.backoff.sample.partner;

import org.jspecify.annotations.NullMarked;
