/** What the Actuator endpoints of the library share. Loaded only if Actuator is present. */
@Internal
@NullMarked
package io.backoff.endpoint;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
