/**
 * Log messages. Each message is a constant in the class that logs it. Nothing else is logged at INFO and above, so that
 * the troubleshooting guide has a row for each line.
 *
 * <p>Plain Java.
 */
@Internal
@NullMarked
package io.backoff.message;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
