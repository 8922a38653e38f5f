/** Reports exhausted retry budgets in the health that Spring Boot's Actuator shows. */
@Internal
@NullMarked
package io.backoff.health;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
