/**
 * What a recipe writes makes the same attempts after the same delays for the same exceptions: each row of the tables of
 * the migration guide that describes what recipes change has a {@link io.backoff.rewrite.equivalence.Case}, whose code is
 * compiled and run before and after.
 *
 * <p>A library has one subclass of {@link io.backoff.rewrite.equivalence.EquivalenceTests}, which lists its cases:
 *
 * <pre>{@code
 * of("@Retryable", "maxAttempts").annotated(SPRING_RETRY, "@Retryable(maxAttempts = 4)")
 * of("@Retryable", "stateful").annotated(SPRING_RETRY, "@Retryable(stateful = true)").todo("stateful")
 * }</pre>
 *
 * <p>{@code annotated} puts annotations on the method {@code place} of the bean {@code orders}, {@code service} gives
 * the members of its class, {@code file} any other class. {@code yaml} and {@code properties} are the configuration,
 * before. Each case runs {@link io.backoff.rewrite.equivalence.Scenario#ALL}, unless {@code when} names other
 * scenarios. With {@code todo}, a comment with that text is expected; the code has to do the same nevertheless. With
 * {@code isRandom}, delays of many calls are compared: shortest, longest and mean.
 *
 * <p>Old libraries run with the bytecode that they were released with, but for their calls of the clock, which go to
 * {@link io.backoff.rewrite.equivalence.InjectedTime}. {@code @Backoff} runs with {@code FakeTime}.
 */
@NullMarked
package io.backoff.rewrite.equivalence;

import org.jspecify.annotations.NullMarked;
