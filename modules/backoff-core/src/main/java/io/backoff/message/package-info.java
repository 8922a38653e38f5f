/**
 * Log messages. Each is a constant beside the code that logs it. Nothing else is logged at INFO and above, so that each
 * line has a row in the troubleshooting guide.
 *
 * <p>Plain Java.
 */
@Internal
@NullMarked
package io.backoff.message;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
