package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@link BackoffOperations} over the policies of the application. */
public final class PolicyOperations implements BackoffOperations {

    private final ProgrammaticGuards guards;

    public PolicyOperations(ProgrammaticGuards guards) {
        this.guards = guards;
    }

    @Override
    public <T extends @Nullable Object> T call(String policy, Callable<T> operation) throws Exception {
        return run(guards.ofBlocking(policy), operation::call);
    }

    @Override
    public <T extends @Nullable Object> T call(String policy, Callable<T> operation, BackoffListener listener)
            throws Exception {
        return run(guards.ofBlocking(policy).with(listener), operation::call);
    }

    @Override
    public <T extends @Nullable Object> T poll(String policy, Callable<T> operation, Predicate<? super T> until)
            throws Exception {
        return run(guards.ofBlocking(policy), new Poll<>(policy, operation, until));
    }

    @Override
    public <T extends @Nullable Object> T poll(
            String policy, Callable<T> operation, Predicate<? super T> until, BackoffListener listener)
            throws Exception {
        return run(guards.ofBlocking(policy).with(listener), new Poll<>(policy, operation, until));
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
    public BackoffHandle ticker(String policy, Runnable task) {
        Guard guard = guards.of(policy);
        return new Ticker(guard.policy().get(), task, guard.engine()).start();
    }

    private static <T extends @Nullable Object> T run(Guard guard, Operation<T> operation) throws Exception {
        try {
            return BlockingRunner.run(guard, operation);
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException("Neither exception nor error: " + failure.getClass(), failure);
        }
    }

    private record Poll<T extends @Nullable Object>(String policy, Callable<T> operation, Predicate<? super T> until)
            implements Operation<T> {

        @Override
        public T invoke() throws Exception {
            return operation.call();
        }

        @Override
        @SuppressWarnings("unchecked") // It is what the operation has returned.
        public boolean rejects(@Nullable Object result, BackoffPolicy ignored) {
            return !until.test((T) result);
        }

        @Override
        public T rejected(T result) {
            throw new PollTimeoutException(policy, result);
        }
    }
}
