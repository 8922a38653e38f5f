/**
 * For tests of applications: time that does not pass, and a listener that remembers. Needs no test library.
 *
 * <pre>{@code
 * @TestConfiguration
 * class NoWaiting {
 *     @Bean
 *     FakeTime time() {
 *         return new FakeTime();
 *     }
 * }
 * }</pre>
 */
@NullMarked
package io.backoff.test;

import org.jspecify.annotations.NullMarked;
