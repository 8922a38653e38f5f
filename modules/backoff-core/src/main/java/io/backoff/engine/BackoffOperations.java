package io.backoff.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls code under a named policy where there is no method to annotate. Available as a bean.
 *
 * <pre>{@code
 * Receipt receipt = operations.call("payments", () -> client.charge(order));
 * operations.run("payments", () -> client.confirm(order));
 * Status status = operations.poll("poll", () -> client.status(id), Status::isFinal);
 * }</pre>
 *
 * <p>Each key, such as a tenant, has its own retry bucket: a retry needs a token from that bucket and one from the
 * policy's budget. The text of a key is its {@code toString}; keys with the same text are equal. A call whose key is
 * {@code null}, has a blank text, or throws in {@code toString} counts as having no key; the first such call is logged.
 * This call has a key:
 *
 * <pre>{@code
 * Receipt receipt = operations.call("payments", tenant, () -> client.charge(order));
 * }</pre>
 *
 * <p>Decisions, outcomes and meters are the same as for an annotated method; the {@code method} tag is
 * {@code programmatic}. Each method throws {@link io.backoff.policy.UnknownPolicyException} for a policy that does not
 * exist.
 *
 * @since 0.1.0
 */
public interface BackoffOperations {

    /**
     * Calls the operation until an attempt succeeds or the policy ends the call.
     *
     * @param <T> the type of the result
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation called once per attempt, on the calling thread
     * @return the result of the last attempt
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it. The compiler infers the
     *     type: callers need not catch exceptions that the operation does not declare
     */
    <T extends @Nullable Object, E extends Exception> T call(String policy, ThrowingSupplier<T, E> operation) throws E;

    /**
     * Does what {@link #call(String, ThrowingSupplier)} does, with a listener for this call alone.
     *
     * @param <T> the type of the result
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation called once per attempt, on the calling thread
     * @param listener receives the decisions of this call
     * @return the result of the last attempt
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <T extends @Nullable Object, E extends Exception> T call(
            String policy, ThrowingSupplier<T, E> operation, BackoffListener listener) throws E;

    /**
     * Does what {@link #call(String, ThrowingSupplier)} does, for a call with a key.
     *
     * @param <T> the type of the result
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of the call, compared by its text; {@code null} for none
     * @param operation called once per attempt, on the calling thread
     * @return the result of the last attempt
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <T extends @Nullable Object, E extends Exception> T call(
            String policy, @Nullable Object key, ThrowingSupplier<T, E> operation) throws E;

    /**
     * Does what {@link #call(String, ThrowingSupplier)} does, for a call with a key, and with a listener for this call
     * alone.
     *
     * @param <T> the type of the result
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of the call, compared by its text; {@code null} for none
     * @param operation called once per attempt, on the calling thread
     * @param listener receives the decisions of this call
     * @return the result of the last attempt
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <T extends @Nullable Object, E extends Exception> T call(
            String policy, @Nullable Object key, ThrowingSupplier<T, E> operation, BackoffListener listener) throws E;

    /**
     * Does what {@link #call(String, ThrowingSupplier)} does, for an operation without a result.
     *
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation called once per attempt, on the calling thread
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <E extends Exception> void run(String policy, ThrowingRunnable<E> operation) throws E;

    /**
     * Does what {@link #run(String, ThrowingRunnable)} does, with a listener for this call alone.
     *
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation called once per attempt, on the calling thread
     * @param listener receives the decisions of this call
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <E extends Exception> void run(String policy, ThrowingRunnable<E> operation, BackoffListener listener) throws E;

    /**
     * Does what {@link #run(String, ThrowingRunnable)} does, for a call with a key.
     *
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of the call, compared by its text; {@code null} for none
     * @param operation called once per attempt, on the calling thread
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <E extends Exception> void run(String policy, @Nullable Object key, ThrowingRunnable<E> operation) throws E;

    /**
     * Does what {@link #run(String, ThrowingRunnable)} does, for a call with a key, and with a listener for this call
     * alone.
     *
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of the call, compared by its text; {@code null} for none
     * @param operation called once per attempt, on the calling thread
     * @param listener receives the decisions of this call
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <E extends Exception> void run(
            String policy, @Nullable Object key, ThrowingRunnable<E> operation, BackoffListener listener) throws E;

    /**
     * Calls the operation until a stage completes normally or the policy ends the call. No thread waits for a stage or
     * a delay.
     *
     * @param <T> the type of the result
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation called once per attempt; returns a new stage each time
     * @return a future that completes with the result, or with the failure of the last attempt, with the earlier
     *     failures suppressed in it; cancelling the future ends the retries
     */
    <T extends @Nullable Object> CompletableFuture<T> callAsync(
            String policy, Supplier<? extends CompletionStage<T>> operation);

    /**
     * Does what {@link #callAsync(String, Supplier)} does, with a listener for this call alone.
     *
     * @param <T> the type of the result
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation called once per attempt; returns a new stage each time
     * @param listener receives the decisions of this call
     * @return a future that completes with the result; cancelling it ends the retries
     */
    <T extends @Nullable Object> CompletableFuture<T> callAsync(
            String policy, Supplier<? extends CompletionStage<T>> operation, BackoffListener listener);

    /**
     * Does what {@link #callAsync(String, Supplier)} does, for a call with a key.
     *
     * @param <T> the type of the result
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of the call, compared by its text; {@code null} for none
     * @param operation called once per attempt; returns a new stage each time
     * @return a future that completes with the result; cancelling it ends the retries
     */
    <T extends @Nullable Object> CompletableFuture<T> callAsync(
            String policy, @Nullable Object key, Supplier<? extends CompletionStage<T>> operation);

    /**
     * Does what {@link #callAsync(String, Supplier)} does, for a call with a key, and with a listener for this call
     * alone.
     *
     * @param <T> the type of the result
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of the call, compared by its text; {@code null} for none
     * @param operation called once per attempt; returns a new stage each time
     * @param listener receives the decisions of this call
     * @return a future that completes with the result; cancelling it ends the retries
     */
    <T extends @Nullable Object> CompletableFuture<T> callAsync(
            String policy,
            @Nullable Object key,
            Supplier<? extends CompletionStage<T>> operation,
            BackoffListener listener);

    /**
     * Calls the operation until a result is accepted. Failures are retried as the policy defines.
     *
     * @param <T> the type of the result
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation called once per attempt, on the calling thread
     * @param until whether a result ends the polling; called after each attempt that returns
     * @return the first accepted result
     * @throws PollTimeoutException if the policy ends the call after a result that is not accepted; the exception
     *     carries that result
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <T extends @Nullable Object, E extends Exception> T poll(
            String policy, ThrowingSupplier<T, E> operation, Predicate<? super T> until) throws E;

    /**
     * Does what {@link #poll(String, ThrowingSupplier, Predicate)} does, with a listener for this call alone.
     *
     * @param <T> the type of the result
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param operation called once per attempt, on the calling thread
     * @param until whether a result ends the polling; called after each attempt that returns
     * @param listener receives the decisions of this call
     * @return the first accepted result
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <T extends @Nullable Object, E extends Exception> T poll(
            String policy, ThrowingSupplier<T, E> operation, Predicate<? super T> until, BackoffListener listener)
            throws E;

    /**
     * Does what {@link #poll(String, ThrowingSupplier, Predicate)} does, for a call with a key.
     *
     * @param <T> the type of the result
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of the call, compared by its text; {@code null} for none
     * @param operation called once per attempt, on the calling thread
     * @param until whether a result ends the polling; called after each attempt that returns
     * @return the first accepted result
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <T extends @Nullable Object, E extends Exception> T poll(
            String policy, @Nullable Object key, ThrowingSupplier<T, E> operation, Predicate<? super T> until) throws E;

    /**
     * Does what {@link #poll(String, ThrowingSupplier, Predicate)} does, for a call with a key, and with a listener for
     * this call alone.
     *
     * @param <T> the type of the result
     * @param <E> the exception that the operation may throw
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param key the key of the call, compared by its text; {@code null} for none
     * @param operation called once per attempt, on the calling thread
     * @param until whether a result ends the polling; called after each attempt that returns
     * @param listener receives the decisions of this call
     * @return the first accepted result
     * @throws E the failure of the last attempt, with the earlier failures suppressed in it
     */
    <T extends @Nullable Object, E extends Exception> T poll(
            String policy,
            @Nullable Object key,
            ThrowingSupplier<T, E> operation,
            Predicate<? super T> until,
            BackoffListener listener)
            throws E;

    /**
     * Runs a task repeatedly: once before this method returns, then after each delay of the policy, until the policy
     * ends it or the handle is closed. With {@code wait-first}, the first run also waits.
     *
     * <p>Runs count as attempts: {@code max-attempts: 5} permits five runs. Runs never overlap: each delay begins when
     * a run ends. A run that throws counts like any other; the log records when the task begins to fail and when it
     * recovers. Runs are not retries: they use no budget and are not counted as calls. Guarded calls inside them may be
     * retried.
     *
     * @param policy name of a policy below {@code backoff.policies}, such as {@code payments}
     * @param task executed in each run
     * @return a handle that ends the task, restarts its delays, and reports when it has ended
     */
    BackoffHandle ticker(String policy, Runnable task);

    /**
     * An operation with a result, called once per attempt. Pass a variable of another type as a method reference:
     * {@code supplier::get}, {@code callable::call}.
     *
     * @param <T> the type of the result
     * @param <E> the exception that the operation may throw; inferred from a lambda or a method reference
     */
    @FunctionalInterface
    interface ThrowingSupplier<T extends @Nullable Object, E extends Exception> {

        /**
         * {@return the result of one attempt}
         *
         * @throws E the failure of the attempt
         */
        T get() throws E;
    }

    /**
     * An operation without a result, called once per attempt. Pass a variable of another type as a method reference:
     * {@code runnable::run}.
     *
     * @param <E> the exception that the operation may throw; inferred from a lambda or a method reference
     */
    @FunctionalInterface
    interface ThrowingRunnable<E extends Exception> {

        /**
         * Makes one attempt.
         *
         * @throws E the failure of the attempt
         */
        void run() throws E;
    }
}
