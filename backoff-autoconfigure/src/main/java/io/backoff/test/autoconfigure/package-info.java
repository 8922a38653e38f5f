/**
 * Support for Spring's test framework. Only that framework loads these classes, so applications run without the
 * framework.
 */
@NullMarked
package io.backoff.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
