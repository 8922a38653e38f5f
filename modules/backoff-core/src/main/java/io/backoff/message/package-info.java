/**
 * The catalogue of what the library logs at INFO and above. Nothing else logs at these levels, so that each line has a row
 * in the troubleshooting guide.
 *
 * <p>Plain Java.
 */
@Internal
@NullMarked
package io.backoff.message;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
