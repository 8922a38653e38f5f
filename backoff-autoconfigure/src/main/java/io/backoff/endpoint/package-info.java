/** What the endpoints of the library have in common. Loaded only where Actuator is. */
@Internal
@NullMarked
package io.backoff.endpoint;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
