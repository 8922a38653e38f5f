/** Support for Spring's test framework. Loaded only by that framework, so that applications do not need it. */
@NullMarked
package io.backoff.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
