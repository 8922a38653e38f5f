/**
 * Log messages. Each message is a constant of the class that logs it. At INFO and above, only such messages are logged,
 * so that the troubleshooting guide can have a row for each line.
 *
 * <p>Plain Java.
 */
@Internal
@NullMarked
package io.backoff.message;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
