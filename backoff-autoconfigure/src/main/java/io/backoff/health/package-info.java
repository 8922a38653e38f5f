/** Spring Boot's health: reports retry budgets that have been exhausted for a while. */
@Internal
@NullMarked
package io.backoff.health;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
