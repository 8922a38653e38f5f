/** Support for Spring's test framework. Only that framework loads these classes, so applications do not need it. */
@NullMarked
package io.backoff.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
