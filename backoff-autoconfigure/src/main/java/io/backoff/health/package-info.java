/** Reports exhausted retry budgets as Spring Boot's health. */
@Internal
@NullMarked
package io.backoff.health;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
