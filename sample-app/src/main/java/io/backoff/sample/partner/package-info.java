/**
 * A partner company that receives every order at least once, and books it once. The partner is part of the sample, so
 * that the sample needs nothing else to run.
 */
@NullMarked
package io.backoff.sample.partner;

import org.jspecify.annotations.NullMarked;
