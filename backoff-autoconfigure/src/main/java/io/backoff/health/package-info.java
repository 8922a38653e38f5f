/** Spring Boot's health: reports retry budgets that have been exhausted for a while. */
@NullMarked
package io.backoff.health;

import org.jspecify.annotations.NullMarked;
