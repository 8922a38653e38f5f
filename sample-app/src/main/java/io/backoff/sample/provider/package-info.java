/** The payment provider: another company's service, played by the same process and reached over HTTP alone. */
@NullMarked
package io.backoff.sample.provider;

import org.jspecify.annotations.NullMarked;
