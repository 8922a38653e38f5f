/** What the endpoints of the library have in common. Loaded only where Actuator is. */
@NullMarked
package io.backoff.endpoint;

import org.jspecify.annotations.NullMarked;
