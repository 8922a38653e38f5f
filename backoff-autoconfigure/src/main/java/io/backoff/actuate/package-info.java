/**
 * The Actuator endpoint {@code backoff}: policies with their origins, the methods that use them, and how calls ended.
 */
@Internal
@NullMarked
package io.backoff.actuate;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
