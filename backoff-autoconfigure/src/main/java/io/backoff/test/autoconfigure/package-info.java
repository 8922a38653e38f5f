/** Support for tests with Spring's test framework. Loaded by that alone, so that applications do not need it. */
@NullMarked
package io.backoff.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
