/**
 * Support for tests of applications: a fake clock, and a listener that records decisions. Needs no test library.
 *
 * <p>One line, {@code @Import(FakeTime.class)}, removes all waiting from a test, whatever the policies:
 *
 * <pre>{@code
 * @SpringBootTest
 * @Import(FakeTime.class)
 * class CheckoutTests {
 *
 *     @Autowired
 *     CheckoutService checkout;
 *
 *     @Autowired
 *     FakeTime time;
 *
 *     @Test
 *     void paysAtTheThirdAttempt() {
 *         checkout.pay(order);
 *         assertThat(time.waits()).containsExactly(Duration.ofMillis(200), Duration.ofMillis(400));
 *     }
 * }
 * }</pre>
 *
 * <p>{@code FakeTime} replaces the application's {@link io.backoff.engine.TimeSource}: delays of annotated methods, of
 * {@code BackoffOperations} and of reactive calls take no time. Random delays are the same in every run, and
 * {@code max-elapsed} counts the time that would have passed. In an {@code ApplicationContextRunner}, use
 * {@code withBean(FakeTime.class)}. For other random delays, declare {@code new FakeTime(seed)} as a bean. Import
 * {@link io.backoff.test.RecordingListener} in the same way to see every decision. Spring's test framework clears both
 * beans before each test; in other tests, call {@link io.backoff.test.FakeTime#clear}.
 */
@NullMarked
package io.backoff.test;

import org.jspecify.annotations.NullMarked;
