/** The Actuator endpoint {@code backoffredeliveries}. */
@NullMarked
package io.backoff.redelivery.endpoint;

import org.jspecify.annotations.NullMarked;
