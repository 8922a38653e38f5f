/**
 * The Actuator endpoint {@code backoff}: policies with origins, guarded methods, budgets, call outcomes, and changes at
 * run time.
 */
@Internal
@NullMarked
package io.backoff.actuate;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
