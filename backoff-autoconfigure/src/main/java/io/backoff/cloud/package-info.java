/** Spring Cloud's changes of the environment: policies and budgets follow them. */
@NullMarked
package io.backoff.cloud;

import org.jspecify.annotations.NullMarked;
