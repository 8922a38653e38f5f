/** The Actuator endpoint {@code backoffredeliveries}. */
@Internal
@NullMarked
package io.backoff.redelivery.endpoint;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
