/** The Actuator endpoint {@code backoff}: the policies with their origins, who uses them, and how calls ended. */
@NullMarked
package io.backoff.actuate;

import org.jspecify.annotations.NullMarked;
