/** The Actuator endpoint {@code backoff}: the policies with their origins, who uses them, and how calls ended. */
@Internal
@NullMarked
package io.backoff.actuate;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
