/** The types shared by the library's Actuator endpoints. Loaded only if Actuator is present. */
@Internal
@NullMarked
package io.backoff.endpoint;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
