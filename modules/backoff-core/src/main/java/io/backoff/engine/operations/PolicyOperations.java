package io.backoff.engine.operations;

import io.backoff.engine.BackoffHandle;
import io.backoff.engine.BackoffListener;
import io.backoff.engine.BackoffOperations;
import io.backoff.engine.PollTimeoutException;
import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.FutureRunner;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.policy.BackoffPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Implements {@link BackoffOperations} with the policies of the application. */
public final class PolicyOperations implements BackoffOperations {

    private final ProgrammaticGuards guards;

    public PolicyOperations(ProgrammaticGuards guards) {
        this.guards = guards;
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(String policy, ThrowingSupplier<T, E> operation)
            throws E {
        return PolicyOperations.<T, E>run(guards.ofBlocking(policy), operation::get);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(
            String policy, ThrowingSupplier<T, E> operation, BackoffListener listener) throws E {
        return PolicyOperations.<T, E>run(guards.ofBlocking(policy).with(listener), operation::get);
    }

    @Override
    public <E extends Exception> void run(String policy, ThrowingRunnable<E> operation) throws E {
        PolicyOperations.<@Nullable Object, E>run(guards.ofBlocking(policy), new Run(operation));
    }

    @Override
    public <E extends Exception> void run(String policy, ThrowingRunnable<E> operation, BackoffListener listener)
            throws E {
        PolicyOperations.<@Nullable Object, E>run(guards.ofBlocking(policy).with(listener), new Run(operation));
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T poll(
            String policy, ThrowingSupplier<T, E> operation, Predicate<? super T> until) throws E {
        return PolicyOperations.<T, E>run(guards.ofBlocking(policy), new PollOperation<>(policy, operation, until));
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T poll(
            String policy, ThrowingSupplier<T, E> operation, Predicate<? super T> until, BackoffListener listener)
            throws E {
        return PolicyOperations.<T, E>run(
                guards.ofBlocking(policy).with(listener), new PollOperation<>(policy, operation, until));
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            String policy, Supplier<? extends CompletionStage<T>> operation) {
        return FutureRunner.run(guards.of(policy), operation::get);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            String policy, Supplier<? extends CompletionStage<T>> operation, BackoffListener listener) {
        return FutureRunner.run(guards.of(policy).with(listener), operation::get);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(
            String policy, @Nullable Object key, ThrowingSupplier<T, E> operation) throws E {
        return PolicyOperations.<T, E>run(guards.ofBlocking(policy, key), operation::get);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(
            String policy, @Nullable Object key, ThrowingSupplier<T, E> operation, BackoffListener listener) throws E {
        return PolicyOperations.<T, E>run(guards.ofBlocking(policy, key).with(listener), operation::get);
    }

    @Override
    public <E extends Exception> void run(String policy, @Nullable Object key, ThrowingRunnable<E> operation) throws E {
        PolicyOperations.<@Nullable Object, E>run(guards.ofBlocking(policy, key), new Run(operation));
    }

    @Override
    public <E extends Exception> void run(
            String policy, @Nullable Object key, ThrowingRunnable<E> operation, BackoffListener listener) throws E {
        PolicyOperations.<@Nullable Object, E>run(guards.ofBlocking(policy, key).with(listener), new Run(operation));
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T poll(
            String policy, @Nullable Object key, ThrowingSupplier<T, E> operation, Predicate<? super T> until)
            throws E {
        return PolicyOperations.<T, E>run(
                guards.ofBlocking(policy, key), new PollOperation<>(policy, operation, until));
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T poll(
            String policy,
            @Nullable Object key,
            ThrowingSupplier<T, E> operation,
            Predicate<? super T> until,
            BackoffListener listener)
            throws E {
        return PolicyOperations.<T, E>run(
                guards.ofBlocking(policy, key).with(listener), new PollOperation<>(policy, operation, until));
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            String policy, @Nullable Object key, Supplier<? extends CompletionStage<T>> operation) {
        return FutureRunner.run(guards.of(policy, key), operation::get);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            String policy,
            @Nullable Object key,
            Supplier<? extends CompletionStage<T>> operation,
            BackoffListener listener) {
        return FutureRunner.run(guards.of(policy, key).with(listener), operation::get);
    }

    @Override
    public BackoffHandle ticker(String policy, Runnable task) {
        Guard guard = guards.of(policy);
        return new Ticker(guard.policy().get(), task, guard.engine()).start();
    }

    /**
     * Runs the operation. For the compiler, this method throws {@code E} only; at run time, every exception reaches the
     * caller unchanged.
     */
    @SuppressWarnings("unchecked") // E is erased to Throwable, so that the cast never fails.
    private static <T extends @Nullable Object, E extends Throwable> T run(Guard guard, Operation<T> operation)
            throws E {
        try {
            return BlockingRunner.run(guard, operation);
        } catch (Throwable failure) {
            throw (E) failure;
        }
    }

    /** An operation without a result, to which the policy's condition on results does not apply. */
    private record Run(ThrowingRunnable<?> operation) implements Operation<@Nullable Object> {

        @Override
        public @Nullable Object invoke() throws Exception {
            operation.run();
            return null;
        }

        @Override
        public boolean rejects(@Nullable Object result, BackoffPolicy policy) {
            return false;
        }
    }

    private record PollOperation<T extends @Nullable Object>(
            String policy, ThrowingSupplier<T, ?> operation, Predicate<? super T> until) implements Operation<T> {

        @Override
        public T invoke() throws Exception {
            return operation.get();
        }

        @Override
        @SuppressWarnings("unchecked") // The cast is safe: the operation has returned the value.
        public boolean rejects(@Nullable Object result, BackoffPolicy ignored) {
            return !until.test((T) result);
        }

        @Override
        public T rejected(T result) {
            throw new PollTimeoutException(policy, result);
        }
    }
}
