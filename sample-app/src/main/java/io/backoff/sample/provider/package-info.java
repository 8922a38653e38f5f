/**
 * The payment provider: another company's service, which runs in the same process here but is only called over HTTP.
 */
@NullMarked
package io.backoff.sample.provider;

import org.jspecify.annotations.NullMarked;
